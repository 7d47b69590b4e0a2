import fc from 'fast-check'
import type { UnsignedTransaction } from '../../src/base/codec/envelope.js'
import type { Hex } from '../../src/base/hex/hex.js'
import { toHex } from '../../src/base/hex/hex.js'

export const bytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((array): Hex => toHex(array))

/** Numbers of at most so many bits, small and round ones often. */
export const bits = (count: bigint) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 260n }),
    fc.bigInt({ min: 0n, max: 2n ** count - 1n }),
    fc.constant(2n ** count - 1n),
  )

export const address = bytes(20)
export const hash = bytes(32)
export const data = fc.oneof(bytes(0, 4), bytes(0, 300))

const common = {
  chainId: fc.integer({ min: 1, max: 2 ** 32 }),
  nonce: fc.oneof(fc.nat({ max: 260 }), fc.maxSafeNat()),
  gas: bits(64n),
  to: fc.option(address),
  value: bits(256n),
  data,
  from: address,
}
const accessList = fc.array(
  fc.record({ address, storageKeys: fc.array(hash, { maxLength: 3 }) }),
  { maxLength: 3 },
)
const authorizationList = fc.array(
  fc.record({
    chainId: fc.nat(),
    address,
    nonce: fc.nat(),
    r: hash,
    s: bytes(32).map((s): Hex => `0x00${s.slice(4)}`),
    yParity: fc.constantFrom(0, 1),
  }),
  { minLength: 1, maxLength: 3 },
)
const fees = fc.tuple(bits(100n), bits(100n)).map(([tip, rest]) => ({
  maxPriorityFeePerGas: tip,
  maxFeePerGas: tip + rest,
}))

export const transactionOf = {
  legacy: fc.record({
    ...common,
    type: fc.constant('legacy' as const),
    gasPrice: bits(128n),
  }),
  eip2930: fc.record({
    ...common,
    type: fc.constant('eip2930' as const),
    gasPrice: bits(128n),
    accessList,
  }),
  eip1559: fc
    .tuple(fc.record({ ...common, accessList }), fees)
    .map(([rest, fees]) => ({ ...rest, ...fees, type: 'eip1559' as const })),
  eip7702: fc
    .tuple(
      fc.record({ ...common, to: address, accessList, authorizationList }),
      fees,
    )
    .map(([rest, fees]) => ({ ...rest, ...fees, type: 'eip7702' as const })),
  deposit: fc.record({
    ...common,
    type: fc.constant('deposit' as const),
    sourceHash: hash,
    mint: bits(128n),
    isSystemTx: fc.boolean(),
  }),
} satisfies {
  [type in UnsignedTransaction['type']]: fc.Arbitrary<UnsignedTransaction>
}

export const signableTransaction = fc.oneof(
  transactionOf.legacy,
  transactionOf.eip2930,
  transactionOf.eip1559,
  transactionOf.eip7702,
)
