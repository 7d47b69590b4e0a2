// @vitest-environment happy-dom
import { serveInDom } from './inDom.js'

serveInDom()
