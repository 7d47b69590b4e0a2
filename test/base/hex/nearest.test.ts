import { describe, expect, test } from 'vitest'
import { nearest } from '../../../src/base/hex/nearest.js'

describe('nearest', () => {
  test('behavior: a name of over 80 letters, as mishaps have, had no neighbour', () => {
    const name = `the 12th eth_getTransactionReceipt(0x0000…0b0b) of the first ${'very '.repeat(5)}long poll fails with HTTP 503`
    expect(nearest(name.replace('503', '530'), [name])).toBe(name)
  })

  test('behavior: what is no name has none', () => {
    const text = 'a'.repeat(301)
    expect(nearest(text, [text])).toBe(undefined)
  })
})
