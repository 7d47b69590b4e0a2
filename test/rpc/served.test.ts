import { expect, test } from 'vitest'
import {
  methods,
  publicMethods,
  servedMethods,
} from '../../src/rpc/methods/methods.js'

test('a method that reads a block or its state, and no other, says which by one of its parameters', () => {
  for (const method of servedMethods) {
    const { reads, params } = methods[method]
    const selectors = params.filter(({ isSelector }) => isSelector)
    expect([method, selectors.length]).toEqual([
      method,
      reads === 'block' || reads === 'state' ? 1 : 0,
    ])
  }
})

test('a public endpoint lets through what is served as public, once', () => {
  const allowed = publicMethods()
  expect(allowed).toHaveLength(new Set(allowed).size)
  const refused = servedMethods.filter((method) => !allowed.includes(method))
  expect(refused).toEqual(
    servedMethods.filter((method) => !methods[method].isPublic),
  )
  expect(refused).toEqual(
    expect.arrayContaining(['eth_getBlockReceipts', 'txpool_content']),
  )
})
