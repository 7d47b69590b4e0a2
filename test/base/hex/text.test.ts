import { describe, expect, test } from 'vitest'
import { decodeText, encodeText } from '../../../src/base/hex/text.js'

/** What `act` returns where the platform has neither, as in jest's jsdom. */
function without<result>(act: () => result): result {
  const { TextDecoder, TextEncoder } = globalThis
  Reflect.deleteProperty(globalThis, 'TextDecoder')
  Reflect.deleteProperty(globalThis, 'TextEncoder')
  try {
    return act()
  } finally {
    Object.assign(globalThis, { TextDecoder, TextEncoder })
  }
}

const hexOf = (bytes: Uint8Array) =>
  `0x${Buffer.from(bytes).toString('hex')}` as const

const texts = ['', 'erc20', "a%b!~*'()", 'é€😀', '\n\t\0', 'ünï%20']

describe('encodeText', () => {
  test.each([...texts, 'a lone \ud800 and \udc00'])('default: %j', (text) => {
    expect(without(() => encodeText(text))).toBe(hexOf(Buffer.from(text)))
  })
})

describe('decodeText', () => {
  test.each(texts)('default: %j', (text) => {
    const data = hexOf(Buffer.from(text))
    expect(decodeText(data)).toBe(text)
    expect(without(() => decodeText(data))).toBe(text)
  })

  test('behavior: what is no UTF-8 leaves the rest legible', () => {
    expect(decodeText('0x41ff42')).toBe('A\ufffdB')
    expect(without(() => decodeText('0x41ff42'))).toBe('A\ufffdB')
  })
})
