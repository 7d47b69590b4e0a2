// @vitest-environment jsdom
import { testClicks } from './clicks.js'

testClicks()
