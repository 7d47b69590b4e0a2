import { expect, test } from 'vitest'
import type { Hex } from '../../src/base/hex/hex.js'
import { floorGas, intrinsicGas } from '../../src/engine/gas.js'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

test.each([
  ['0x', 0n, 0n],
  ['0x00', 4n, 10n],
  ['0x01', 16n, 40n],
  ['0x10', 16n, 40n],
  ['0x000100', 24n, 60n],
  ['0x0001', 20n, 50n],
  ['0x0100', 20n, 50n],
] as const)(
  'the data %s was charged as the data before it',
  (data, gas, floor) => {
    const message = {
      from: zeroAddress,
      to: `${zeroAddress.slice(0, -1)}1` as Hex,
      value: 0n,
      accessList: [],
      authorizationList: [],
    }
    const rules = { hardfork: 'prague' } as const
    // Other data of the same length, and the same data again.
    for (const before of [data, data.replaceAll('0', '1').replace('1x', '0x')])
      for (const of of [before as Hex, data, data]) {
        const given = { ...message, data: of }
        const paid = [intrinsicGas(given, rules), floorGas(given, rules)]
        if (of === data) expect(paid).toEqual([21_000n + gas, 21_000n + floor])
      }
  },
)
