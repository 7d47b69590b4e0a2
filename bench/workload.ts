import { createHash } from 'node:crypto'
import type { MockNodeOptions, PreconfirmParameters } from 'preseal'

type Hex = `0x${string}`

/** Requests in a batch over HTTP. */
export const batched = 100

export const slot: Hex = `0x${'0'.repeat(64)}`

/**
 * The first `count` addresses of one fixed sequence, new strings each time: a
 * request's address is seldom the very string that the node was given.
 */
export function createAddresses(count: number): Hex[] {
  const made = Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`account ${index}`).digest('hex')
    return `0x${digest.slice(0, 40)}`
  })
  return JSON.parse(JSON.stringify(made))
}

/** wei, another amount for each account and enough to pay for transfers */
export const balanceOf = (index: number): bigint =>
  10n ** 21n + BigInt(index) * 10n ** 9n

/** The word at `slot` of an account. */
export const wordOf = (index: number): Hex =>
  `0x${(index + 1).toString(16).padStart(64, '0')}`

export function createAccounts(
  addresses: readonly Hex[],
): NonNullable<MockNodeOptions['accounts']> {
  return Object.fromEntries(
    addresses.map((address, index) => [
      address,
      { balance: balanceOf(index), storage: { [slot]: wordOf(index) } },
    ]),
  )
}

/** The `count` transfers after the first `done`, every account in its turn. */
export function createTransfers(
  addresses: readonly Hex[],
  done: number,
  count: number,
): PreconfirmParameters[] {
  const at = (index: number) => addresses[index % addresses.length] as Hex
  return Array.from({ length: count }, (_, index) => ({
    from: at(done + index),
    to: at((done + index) * 7 + 3),
    value: 1n,
  }))
}

export const token: Hex = `0x${'c0'.repeat(20)}`
const topic = '11'.repeat(32)

/** An ERC-20 transfer, for what a node passes on of it: data and one log. */
export const tokenTransfer = {
  to: token,
  data: `0xa9059cbb${'00'.repeat(12)}${'22'.repeat(20)}${'00'.repeat(31)}01`,
  gas: 100_000n,
  log: {
    address: token,
    topics: [`0x${topic}`, `0x${topic}`, `0x${topic}`],
    data: `0x${'00'.repeat(32)}`,
  },
} as const

/** EVM code that writes that log: PUSH32 three topics, LOG3, STOP. */
export const tokenCode: Hex = `0x${`7f${topic}`.repeat(3)}60206000a300`
