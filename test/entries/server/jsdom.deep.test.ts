// @vitest-environment jsdom
import { serveInDom } from './inDom.js'

serveInDom()
