import fc from 'fast-check'
import type { Hash, MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { account, ask, bob, fundedNode, other } from './wallets.js'

const senders = [account.address, other.address] as const

/** A filter and a subscription on what arrives, and what txpool calls pending. */
async function watching(node: MockNode) {
  const notified: unknown[] = []
  node.provider.on('message', ({ data }) =>
    notified.push((data as { result: unknown }).result),
  )
  await ask(node, 'eth_subscribe', 'newPendingTransactions')
  const id = await ask(node, 'eth_newPendingTransactionFilter')
  const filtered: unknown[] = []
  return async () => {
    const { pending } = (await ask(node, 'txpool_content')) as {
      pending: { [address: string]: { [nonce: string]: { hash: Hash } } }
    }
    filtered.push(...((await ask(node, 'eth_getFilterChanges', id)) as []))
    return {
      notified,
      filtered,
      pending: Object.values(pending).flatMap((own) =>
        Object.values(own).map(({ hash }) => hash),
      ),
    }
  }
}

const send = (node: MockNode, from: string, nonce: number, value = 1) =>
  ask(node, 'eth_sendTransaction', {
    from,
    to: bob,
    nonce: `0x${nonce.toString(16)}`,
    value: `0x${value.toString(16)}`,
    maxFeePerGas: `0x${(10n ** 9n * BigInt(value)).toString(16)}`,
  })

test('one sent behind another whose drop is planned was pending, and nobody was told', async () => {
  const node = fundedNode()
  const look = await watching(node)
  const first = (await send(node, senders[0], 0)) as Hash
  node.nextBeat()
  node.drop(first)
  const second = await send(node, senders[0], 1)
  const { notified, filtered, pending } = await look()
  expect(pending).toEqual([second])
  expect(notified).toEqual([first, second])
  expect(filtered).toEqual([first, second])
})

test('one ahead of its nonce was announced a beat after setNonce reached it', async () => {
  const node = fundedNode()
  const look = await watching(node)
  const hash = await send(node, senders[0], 2)
  expect(await look()).toEqual({ notified: [], filtered: [], pending: [] })
  node.setNonce({ address: senders[0], nonce: 2 })
  const all = { notified: [hash], filtered: [hash], pending: [hash] }
  expect(await look()).toEqual(all)
  node.nextBlock()
  expect(await look()).toEqual({ ...all, pending: [] })
})

const from = fc.constantFrom(...senders)
const nonce = fc.nat({ max: 4 })
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      from,
      nonce,
      value: fc.integer({ min: 1, max: 5 }),
    }),
  },
  fc.record({ type: fc.constant('setNonce' as const), from, nonce }),
  fc.record({ type: fc.constant('drop' as const), pick: fc.nat({ max: 9 }) }),
  fc.record({
    type: fc.constant('setBalance' as const),
    from,
    isRich: fc.boolean(),
  }),
  fc.record({
    type: fc.constantFrom(
      'nextBeat' as const,
      'nextBlock' as const,
      'seal' as const,
      'reorg' as const,
    ),
  }),
)

describe('what txpool calls pending', () => {
  test('property: was announced exactly once, to filter and subscription alike', () =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const node = fundedNode()
        const look = await watching(node)
        const sent: Hash[] = []
        for (const one of acts) {
          try {
            if (one.type === 'send') {
              const hash = await send(node, one.from, one.nonce, one.value)
              if (typeof hash === 'string') sent.push(hash as Hash)
            } else if (one.type === 'setNonce')
              node.setNonce({ address: one.from, nonce: one.nonce })
            else if (one.type === 'setBalance')
              node.setBalance({
                address: one.from,
                value: one.isRich ? 10n ** 20n : 0n,
              })
            else if (one.type === 'drop') {
              const hash = sent[one.pick % sent.length]
              if (hash !== undefined) node.drop(hash)
            } else node[one.type]()
          } catch {
            // Refused, as a drop of what is sealed: nothing happened.
          }
          const { notified, filtered, pending } = await look()
          expect(filtered).toEqual(notified)
          for (const hash of pending) expect(filtered).toContain(hash)
          // What was sent again after a drop has come again.
          for (const hash of new Set(filtered))
            expect(
              filtered.filter((one) => one === hash).length,
            ).toBeLessThanOrEqual(sent.filter((one) => one === hash).length)
        }
      }),
      { numRuns: share(500, 20) },
    ))
})
