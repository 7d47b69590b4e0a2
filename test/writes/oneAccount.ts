import fc from 'fast-check'
import {
  createMockNode,
  type Hash,
  type Hex,
  isPresealError,
  type MockNode,
} from 'preseal'
import { numberToHex } from 'viem'
import { expect } from 'vitest'
import { ask } from './wallets.js'

/*
 * Stories of one account, from which a test and an application send alike, and
 * what must hold at every instant of them. Nothing here knows how a node works:
 * it adds up what the node says.
 */

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const wealth = 100_000n

const value = fc.bigInt({ min: 0n, max: 60_000n })
const pick = fc.nat({ max: 30 })

const always = [
  fc.record({
    type: fc.constant('preconfirm' as const),
    value,
    isReverted: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('send' as const),
    value,
    /** After the pending nonce; null: the node chooses. */
    gap: fc.constantFrom(null, null, -1, 0, 0, 1, 2),
    price: fc.constantFrom(0n, 0n, 1n, 2n),
  }),
  fc.record({ type: fc.constant('drop' as const), pick }),
  fc.record({
    type: fc.constant('advance' as const),
    ms: fc.constantFrom(50, 200, 200, 650),
  }),
  fc.record({ type: fc.constant('seal' as const) }),
] as const
const sets = [
  fc.record({
    type: fc.constant('setBalance' as const),
    value: fc.constantFrom(0n, 10n, wealth, wealth),
  }),
  fc.record({
    type: fc.constant('setNonce' as const),
    nonce: fc.nat({ max: 6 }),
  }),
] as const
const reorg = fc.record({
  type: fc.constant('reorg' as const),
  depth: fc.constantFrom(1, 2),
  omitsAll: fc.boolean(),
  pick,
})

type Arbitraries = (typeof always | typeof sets)[number] | typeof reorg
type Action = Arbitraries extends fc.Arbitrary<infer action> ? action : never

const length = { maxLength: 30, size: 'max' } as const

export const story: fc.Arbitrary<readonly Action[]> = fc.oneof(
  fc.array(fc.oneof(...always, ...sets), length),
  fc.array(fc.oneof(...always, reorg), length),
  fc.array(fc.oneof(...always, ...sets, reorg), length),
)

type Holdings = { alice: bigint; bob: bigint; nonce: bigint }
type Listed = { hash: Hash; nonce: string }
/** What was set while these were pending: it comes after them. */
type SetThen = { after: Set<Hash>; change: Partial<Holdings> }

/** Plays a story, and looks at the node at each of its instants. */
export async function live(actions: readonly Action[], gasLimit: bigint) {
  const node = createMockNode({
    accounts: { [alice]: { balance: wealth } },
    header: { gasLimit },
  })
  const accepted = new Set<Hash>()
  const dropped = new Set<Hash>()
  const reasons: string[] = []
  node.on('dropped', ({ hash, reason }) => {
    dropped.add(hash)
    reasons.push(reason)
  })
  /** By the number of the block that was pending. */
  const setsOf = new Map<number, SetThen[]>()
  node.on('preconfirmed', ({ hash }) => {
    dropped.delete(hash)
    // What enters comes after what was set, also if it was there before.
    for (const sets of setsOf.values())
      for (const { after } of sets) after.delete(hash)
  })
  let latest = 0
  const genesis = await holdings(node, 'latest')
  let committed = genesis
  let leaves = false
  for (const action of actions) {
    const pending = await included(node, 'pending')
    const next = await pendingNonce(node)
    const accept = async (hash: Hash, nonce: number | undefined) => {
      dropped.delete(hash)
      const own = (await waiting(node)).find((one) => one.hash === hash)
      accepted.add(hash)
      if (nonce !== undefined) expect(Number(own?.nonce)).toBe(nonce)
      return own?.nonce
    }
    switch (action.type) {
      case 'preconfirm': {
        const held = (await waiting(node)).map(({ nonce }) => nonce)
        const hash = attempt(() =>
          node.preconfirm({
            from: alice,
            to: bob,
            value: action.value,
            status: action.isReverted ? 'reverted' : 'success',
          }),
        )
        if (hash === undefined) break
        // A script knows what it asked to leave, whose nonce is free again.
        const nonce = await accept(hash, leaves ? undefined : next)
        expect(held).not.toContain(nonce)
        break
      }
      case 'send': {
        const { gap } = action
        const nonce = gap === null ? undefined : Math.max(0, next + gap)
        const price = numberToHex(action.price)
        const sent = await ask(node, 'eth_sendTransaction', {
          from: alice,
          to: bob,
          value: numberToHex(action.value),
          gas: numberToHex(21_000),
          maxFeePerGas: price,
          maxPriorityFeePerGas: price,
          ...(nonce !== undefined && { nonce: numberToHex(nonce) }),
        })
        if (typeof sent === 'string') await accept(sent as Hash, nonce ?? next)
        else expect(sent).toMatchObject({ code: -32000 })
        break
      }
      case 'drop': {
        const hash = [...accepted][action.pick % accepted.size]
        if (hash === undefined) break
        const isDone = attempt(() => node.drop(hash) ?? true)
        leaves ||= isDone === true && pending.some((one) => one.hash === hash)
        break
      }
      case 'advance':
        node.advance(action.ms)
        break
      case 'seal':
        node.nextBlock()
        break
      case 'setBalance':
        node.setBalance({ address: alice, value: action.value })
        break
      case 'setNonce':
        node.setNonce({ address: alice, nonce: action.nonce })
        break
      case 'reorg': {
        const block = await included(node, 'latest')
        const name = block[action.pick % block.length]?.hash
        const omit = action.omitsAll || !name ? {} : { omit: [name] }
        attempt(() => node.reorg({ depth: action.depth, ...omit }))
        latest = 0
        committed = genesis
        break
      }
    }
    const number = Number(await ask(node, 'eth_blockNumber'))
    if (action.type === 'setBalance' || action.type === 'setNonce') {
      const change =
        action.type === 'setBalance'
          ? { alice: action.value }
          : { nonce: BigInt(action.nonce) }
      const after = new Set(pending.map(({ hash }) => hash))
      const before = setsOf.get(number + 1) ?? []
      setsOf.set(number + 1, [...before, { after, change }])
    }
    for (let at = latest; at <= number; at++) {
      const tag = numberToHex(at)
      const sets = setsOf.get(at) ?? []
      if (at > latest) committed = await sum(node, tag, committed, sets)
      // While it was latest, what was set is set there, too.
      const changes = (setsOf.get(at + 1) ?? []).map(({ change }) => change)
      const held = Object.assign({}, committed, ...changes)
      expect(await holdings(node, tag)).toEqual(held)
    }
    latest = number
    const sets = setsOf.get(number + 1) ?? []
    // The nonce of pending counts the queue, too.
    const open = await sum(node, 'pending', committed, sets)
    expect(await holdings(node, 'pending')).toMatchObject({
      alice: open.alice,
      bob: open.bob,
    })
    const hasBeat =
      action.type === 'seal' || Number('ms' in action && action.ms) >= 200
    leaves &&= !hasBeat
    const [runs, waits] = await pool(node)
    if (hasBeat && gasLimit > 1_000_000n) expect(runs).toEqual([])
    const held = new Set([...runs, ...waits].map(({ hash }) => hash))
    const nonces = [...runs, ...waits].map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(nonces.length)
    // A sender has one for each nonce, so that the list is whole.
    expect(await waitingCount(node)).toBe(nonces.length)
    for (const hash of accepted)
      if (!dropped.has(hash) && !held.has(hash))
        expect(
          await ask(node, 'eth_getTransactionReceipt', hash),
        ).toMatchObject({ transactionHash: hash })
  }
  if (!actions.some(({ type }) => type === 'setNonce'))
    expect(reasons).not.toContain('nonce')
  node.dispose()
}

/** What the receipts of a block make of what was held before it. */
async function sum(
  node: MockNode,
  tag: string,
  before: Holdings,
  sets: readonly SetThen[],
): Promise<Holdings> {
  const transactions = await included(node, tag)
  const receipts = (await ask(node, 'eth_getBlockReceipts', tag)) as {
    status: string
    gasUsed: string
    effectiveGasPrice: string
  }[]
  const held = { ...before }
  const rest = [...sets]
  const setBefore = (hash: Hash | undefined) => {
    while (rest[0] && !(hash && rest[0].after.has(hash)))
      Object.assign(held, rest.shift()?.change)
  }
  for (const [at, { hash, nonce, value }] of transactions.entries()) {
    setBefore(hash)
    const { status, gasUsed, effectiveGasPrice } = receipts[
      at
    ] as (typeof receipts)[number]
    expect(BigInt(nonce)).toBe(held.nonce)
    const paid = status === '0x1' ? BigInt(value) : 0n
    held.alice -= paid + BigInt(gasUsed) * BigInt(effectiveGasPrice)
    held.bob += paid
    held.nonce += 1n
  }
  setBefore(undefined)
  return held
}

async function holdings(node: MockNode, tag: string): Promise<Holdings> {
  const read = async (method: string, address: string) =>
    BigInt((await ask(node, method, address, tag)) as string)
  return {
    alice: await read('eth_getBalance', alice),
    bob: await read('eth_getBalance', bob),
    nonce: await read('eth_getTransactionCount', alice),
  }
}

async function pendingNonce(node: MockNode): Promise<number> {
  return Number(await ask(node, 'eth_getTransactionCount', alice, 'pending'))
}

async function included(node: MockNode, tag: string) {
  const block = await ask(node, 'eth_getBlockByNumber', tag, true)
  return (block as { transactions: (Listed & { value: string })[] })
    .transactions
}

async function pool(node: MockNode): Promise<[Listed[], Listed[]]> {
  const { pending, queued } = (await ask(
    node,
    'txpool_contentFrom',
    alice,
  )) as { [list in 'pending' | 'queued']: { [nonce: string]: Listed } }
  return [Object.values(pending), Object.values(queued)]
}

async function waitingCount(node: MockNode): Promise<number> {
  const status = await ask(node, 'txpool_status')
  const { pending, queued } = status as { [list in 'pending' | 'queued']: Hex }
  return Number(pending) + Number(queued)
}

async function waiting(node: MockNode): Promise<Listed[]> {
  return (await pool(node)).flat()
}

function attempt<value>(verb: () => value): value | undefined {
  try {
    return verb()
  } catch (error) {
    if (!isPresealError(error)) throw error
    return undefined
  }
}
