import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Hex, zeroAddress } from '../../../src/base/hex/hex.js'
import type { Authorization, Environment } from '../../../src/engine/engine.js'
import {
  accountOf,
  authorize,
  createWorld,
} from '../../../src/engine/world/world.js'
import {
  createState,
  readerOf,
  type Written,
} from '../../entries/evm/memoryState.js'

const account = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const signer = account.address.toLowerCase() as Hex
const delegate = `0x${'de'.repeat(20)}` as const
const designator: Hex = `0xef0100${'de'.repeat(20)}`

async function sign(
  fields: { address?: Hex; nonce?: number; chainId?: number } = {},
): Promise<Authorization> {
  const { address, chainId, nonce, yParity, r, s } =
    await account.signAuthorization({
      address: delegate,
      chainId: 1,
      nonce: 7,
      ...fields,
    })
  return {
    address: address as Hex,
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    yParity: yParity as number,
    r,
    s,
  }
}

/** The signer before and after; what a transaction has not read stays as is. */
function outcomeOf(authorization: Authorization, before: Written) {
  const reader = readerOf(createState({ [signer]: before }))
  const world = createWorld(reader)
  authorize(world, { chainId: 1n } as Environment, authorization)
  const { code, nonce, isWarm } = accountOf(world, signer)
  return {
    code: code ?? reader.code(signer),
    nonce: nonce ?? reader.nonce(signer),
    isWarm,
    refund: world.refund,
  }
}

// EIP-7702.
describe('authorize', () => {
  let signed: Authorization
  beforeAll(async () => {
    signed = await sign()
  })

  test('default: an account delegates, and pays less than a new one', () => {
    expect(outcomeOf(signed, { nonce: 7n })).toEqual({
      code: designator,
      nonce: 8n,
      isWarm: true,
      refund: 12_500,
    })
  })

  test('behavior: a new account has no refund', async () => {
    expect(outcomeOf(await sign({ nonce: 0 }), {})).toEqual({
      code: designator,
      nonce: 1n,
      isWarm: true,
      refund: 0,
    })
  })

  test('behavior: on any chain', async () => {
    const { code } = outcomeOf(await sign({ chainId: 0 }), { nonce: 7n })
    expect(code).toBe(designator)
  })

  test('behavior: to another delegate, and to none', async () => {
    const code: Hex = `0xef0100${'aa'.repeat(20)}`
    const before = { nonce: 7n, code }
    expect(outcomeOf(signed, before).code).toBe(designator)
    const withdrawn = await sign({ address: zeroAddress })
    expect(outcomeOf(withdrawn, before)).toMatchObject({
      code: '0x',
      nonce: 8n,
    })
  })

  test.each<[name: string, before: Written]>([
    ['an account with another nonce', { nonce: 8n }],
    ['a contract', { nonce: 7n, code: '0x00' }],
    [
      'code that begins as a delegation does',
      { nonce: 7n, code: `0xef0100${'de'.repeat(21)}` },
    ],
    [
      'code that is as long as a delegation',
      { nonce: 7n, code: `0xef0101${'de'.repeat(20)}` },
    ],
  ])('behavior: %s stays as it is', (_, before) => {
    expect(outcomeOf(signed, before)).toEqual({
      code: '0x',
      ...before,
      isWarm: true,
      refund: 0,
    })
  })

  test.each<[name: string, change: () => Promise<Authorization>]>([
    ['of another chain', () => sign({ chainId: 2 })],
    ['without a signer', async () => ({ ...signed, r: `0x${'0'.repeat(64)}` })],
  ])('behavior: nobody is looked at for one %s', async (_, change) => {
    expect(outcomeOf(await change(), { nonce: 7n })).toEqual({
      code: '0x',
      nonce: 7n,
      isWarm: false,
      refund: 0,
    })
  })
})
