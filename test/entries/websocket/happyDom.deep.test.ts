// @vitest-environment happy-dom
import { fireInDom } from './inDom.js'

fireInDom()
