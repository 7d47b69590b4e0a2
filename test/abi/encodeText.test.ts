import { expect, test } from 'vitest'
import { encodeText } from '../../src/abi/text.js'

test.each([
  '',
  'erc20',
  "a%b!~*'()",
  'é€😀',
  'a lone \ud800 and \udc00',
  '\n\t\0',
  'ünï%20',
])('encodeText is UTF-8, without TextEncoder: %j', (text) => {
  const { TextEncoder } = globalThis
  Reflect.deleteProperty(globalThis, 'TextEncoder')
  const encoded = encodeText(text)
  Object.assign(globalThis, { TextEncoder })
  expect(encoded).toBe(`0x${Buffer.from(text, 'utf8').toString('hex')}`)
})
