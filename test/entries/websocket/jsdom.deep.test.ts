// @vitest-environment jsdom
import { fireInDom } from './inDom.js'

fireInDom()
