// @vitest-environment jsdom
import { announceInDom } from './inDom.js'

announceInDom()
