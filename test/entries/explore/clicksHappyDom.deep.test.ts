// @vitest-environment happy-dom
import { testClicks } from './clicks.js'

testClicks()
