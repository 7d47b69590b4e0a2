import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Address } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import { send } from '../../src/chain/admission/send.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { previewQueue } from '../../src/chain/blocks/pool.js'
import {
  dedupeByNonce,
  dequeue,
  findPlaced,
  listQueue,
} from '../../src/chain/blocks/queue.js'
import { execute } from '../../src/chain/execution/execute.js'
import { beat } from '../../src/chain/intents/beat.js'
import { dropTransaction } from '../../src/chain/intents/dropTransaction.js'
import { setAccounts } from '../../src/chain/intents/setAccounts.js'
import { readNonce } from '../../src/chain/model/state.js'
import { runs } from '../runs.js'
import { alice, bob, digest, follow, intent, newChain } from './intents.js'

vi.mock('../../src/chain/execution/execute.js', { spy: true })

const address = (index: number): Address =>
  `0x${(index + 0x1000).toString(16).padStart(40, '0')}`

/** The same, with nothing preview yet. */
function forgetful(chain: Chain): Chain {
  return { ...chain, queue: { ...chain.queue, preview: undefined } }
}

function sendTo(
  chain: Chain,
  fields: { from: Address; to: Address; nonce: number; value: bigint },
) {
  const parameters = { ...fields, type: 'legacy', gas: 21_000n } as const
  const done = send(chain, { type: 'asked', parameters }, () => null)
  const { sent } = done
  const hash = sent.type === 'sent' ? sent.transaction.hash : undefined
  return { chain: done.chain, hash }
}

function scriptOf(
  chain: Chain,
  fields: { from: Address; to: Address; value: bigint },
) {
  const queued = preconfirm(chain, fields)
  return { chain: queued.chain, hash: queued.transaction.hash }
}

/** A chain on whose queue many transactions of one sender wait. */
function fill(count: number) {
  let chain = newChain({ initialBaseFeePerGas: 0n, gasLimit: 10n ** 12n })
  const hashes = Array.from({ length: count }, () => {
    const queued = preconfirm(chain, { from: alice, to: bob, value: 1n })
    chain = queued.chain
    return queued.transaction.hash
  })
  return { chain, hashes }
}

describe('queue', () => {
  test('behavior: however the pending state was preview, a beat leads there', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 30 }), (wishes) => {
        const chain = wishes.reduce(
          follow,
          newChain({ initialBaseFeePerGas: 0n, gasLimit: 10_000_000n }),
        )
        expect(digest(beat(chain).chain)).toEqual(
          digest(beat(forgetful(chain)).chain),
        )
      }),
    )
  })

  test('behavior: the same of what is sent, scripted, replaced and dropped', () => {
    const wish = fc.record({
      from: fc.constantFrom(alice, bob),
      to: fc.constantFrom(alice, bob),
      nonce: fc.integer({ min: 0, max: 4 }),
      value: fc.bigInt({ min: 0n, max: 40n }),
      isDropped: fc.boolean(),
      isScripted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
        let chain = newChain({ initialBaseFeePerGas: 0n })
        for (const { isDropped, isScripted, nonce, ...rest } of wishes) {
          const account = readNonce(chain.open.state, rest.from)
          const sending = { ...rest, nonce: Number(account) + nonce }
          const sent = isScripted
            ? scriptOf(chain, rest)
            : sendTo(chain, sending)
          chain = sent.chain
          if (isDropped && sent.hash !== undefined && rest.value > 20n)
            chain = dropTransaction(chain, sent.hash).chain
          const { preview } = chain.queue
          if (preview === undefined) continue
          const anew = previewQueue(forgetful(chain))
          expect(preview.state.accounts).toEqual(anew.state.accounts)
          expect(preview.ahead).toEqual(anew.ahead)
        }
        expect(digest(beat(chain).chain)).toEqual(
          digest(beat(forgetful(chain)).chain),
        )
      }),
      { numRuns: runs(30) },
    )
  })

  test('two of one sender and nonce waited', () => {
    const chain = newChain()
    const [first, second, third] = [1n, 2n, 3n].map(
      (value) => preconfirm(chain, { from: alice, to: bob, value }).transaction,
    )
    const other = preconfirm(chain, { from: bob }).transaction
    if (!first || !second || !third) throw new Error('There are three.')
    const { queue, replaced } = dedupeByNonce([first, other, second, third])
    expect(listQueue(queue)).toEqual([other, third])
    expect(findPlaced(queue, alice, 0)).toBe(third)
    expect(findPlaced(dequeue(queue, third), alice, 0)).toBeUndefined()
    expect([...replaced]).toEqual([
      [first.hash, 'replaced'],
      [second.hash, 'replaced'],
    ])
  })

  test('behavior: of those that wait for room, each keeps its turn', () => {
    const { chain, hashes } = fill(300)
    const small = { ...chain, open: { ...chain.open, gasLimit: 2_100_000n } }
    const { queue } = beat(small).chain
    expect(listQueue(queue).map(({ hash }) => hash)).toEqual(hashes.slice(100))
    const more = preconfirm({ ...chain, queue }, { from: bob }).chain.queue
    expect(listQueue(more).map(({ from }) => from)).toEqual([
      ...hashes.slice(100).map(() => alice),
      bob,
    ])
  })

  const works: [string, (count: number) => void][] = [
    ['to queue', (count) => void fill(count)],
    [
      'to drop from the front while they wait',
      (count) => {
        const { chain, hashes } = fill(count)
        hashes.reduce((next, hash) => dropTransaction(next, hash).chain, chain)
      },
    ],
    [
      'to drop once they are pending',
      (count) => {
        const { chain, hashes } = fill(count)
        const { open } = hashes.reduce(
          (next, hash) => dropTransaction(next, hash).chain,
          beat(chain).chain,
        )
        expect(open.included).toHaveLength(count)
      },
    ],
    [
      'to queue from accounts that are funded in between',
      (count) => {
        let chain = newChain({ initialBaseFeePerGas: 0n })
        for (let index = 0; index < count; index++) {
          const from = address(index)
          chain = setAccounts(chain, { [from]: { balance: 1n } })
          chain = preconfirm(chain, { from, to: bob, value: 1n }).chain
        }
        expect(beat(chain).effects).toHaveLength(4)
      },
    ],
    [
      'to replace one behind others again and again',
      (count) => {
        let { chain } = fill(count / 2)
        for (let value = 0n; value < count; value++)
          chain = sendTo(chain, { from: bob, to: bob, nonce: 7, value }).chain
        expect(listQueue(chain.queue)).toHaveLength(count / 2 + 1)
      },
    ],
  ]
  test.each(works)(
    'behavior: it runs each three times at most %s',
    (_, work) => {
      vi.mocked(execute).mockClear()
      work(200)
      expect(execute).toHaveBeenCalled()
      expect(vi.mocked(execute).mock.calls.length).toBeLessThanOrEqual(600)
    },
  )
})
