// @vitest-environment happy-dom
import { testApp } from './testApp.js'

testApp()
