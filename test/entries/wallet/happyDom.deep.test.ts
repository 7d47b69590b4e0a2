// @vitest-environment happy-dom
import { announceInDom } from './inDom.js'

announceInDom()
