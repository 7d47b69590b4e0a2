// @vitest-environment jsdom
import { testApp } from './testApp.js'

testApp()
