import { createMockNode, type MockNodeOptions } from 'preseal'
import { type Mishap, mishapsOf } from 'preseal/explore'
import * as presets from 'preseal/presets'
import { readTimeline } from 'preseal/timeline'
import { createPublicClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'

const payer = privateKeyToAccount(`0x${'7'.repeat(64)}`)

/** An application that reads in every way, and sends. */
async function mishapsOfAll(): Promise<Mishap[]> {
  const node = createMockNode({
    clock: 'virtual',
    accounts: {
      [alice]: { balance: 10n ** 18n },
      [payer.address]: { balance: 10n ** 18n },
    },
    finalityLag: { safe: 1, finalized: 2 },
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const serializedTransaction = await payer.signTransaction({
    chainId: node.chain.id,
    type: 'eip1559',
    nonce: 0,
    to: bob,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
  })
  const hash = await client.sendRawTransaction({ serializedTransaction })
  for (const label of ['first', 'second'])
    node.preconfirm({ from: alice, to: bob, value: 1n, gas: 30_000n, label })
  for (let asked = 0; asked < 20; asked++) {
    node.advance(400)
    const { number } = await client.getBlock({ blockTag: 'latest' })
    await client.getBalance({ address: bob, blockTag: 'pending' })
    await client.getBalance({ address: bob, blockNumber: number })
    await client.getBlock({ blockTag: 'finalized' })
    await client.getTransactionReceipt({ hash })
    await client.request({
      method: 'eth_getBlockReceipts' as never,
      params: ['pending'] as never,
    })
  }
  return mishapsOf(readTimeline(node), { unfair: true })
}

/** What a story is made of, whichever way it is done. */
function effectsOf({
  faults = [],
  steps = [],
}: Pick<MockNodeOptions, 'faults' | 'steps'>): Set<string> {
  return new Set([
    ...faults.map(({ type, block }) => `${type} ${block ?? ''}`.trim()),
    ...steps.flatMap((step) => {
      switch (step.type) {
        case 'fault':
          return [...effectsOf({ faults: [step.fault] })]
        case 'planSeal':
          return [
            ...(step.omit === undefined ? [] : ['omitAtSeal']),
            ...(step.order === undefined ? [] : ['order']),
            ...(step.amend ?? []).map(({ status }) =>
              status === 'reverted' ? 'revertAtSeal' : 'amend',
            ),
          ]
        case 'preconfirm':
          return []
        default:
          return [step.type]
      }
    }),
  ])
}

/** By what a mishap is named that comes to the same; of some, the plain network. */
const reachedBy: {
  readonly [preset in Exclude<keyof typeof presets, 'sequence'>]:
    | RegExp
    | 'plain'
} = {
  steady: 'plain',
  // Beats that bring nothing are what every test has while nothing is sent.
  emptyBeats: 'plain',
  jittered: /block \d+ has beats that come early and late/,
  boundaryGap: /pending is answered as latest for 400 ms after/,
  twoAhead: /^block 1 becomes latest 250 ms late$/,
  missedIndex: /pending is answered as latest for \d+ ms before/,
  droppedTail: /the sent transaction is pre-confirmed, but its block/,
  reorderedSeal: /is sealed in reverse order/,
  receiptDivergence: /is sealed with another gasUsed of/,
  revertedAfterAll: /the sent transaction .* sealed as reverted/,
  sealedWithout: /the sent transaction is pre-confirmed, but its block/,
  reorgedAway: /block 1 is replaced .* by an empty block/,
  frozenPending: /pending stands still/,
  noPreconfirmations: /^pending is answered as latest for 10000 ms/,
  partialPending:
    /eth_getBlockReceipts at pending is answered by a node without/,
  loadBalancer: /every other request goes to a node/,
  silentZeros: /at a missing block are answered with zero/,
  publicEndpoint: /eth_getBlockReceipts at pending fails with HTTP 429/,
  finalityStall: /safe and finalized stand still/,
  fasterBlocks: /a block is sealed every 200 ms/,
  // What payments cost and log is up to the hardfork, and not to mishaps.
  transferLogs: 'plain',
  newAccountGas: 'plain',
}

describe('presets', async () => {
  const mishaps = await mishapsOfAll()

  test('each is reached by a mishap', () => {
    const known = Object.keys(presets).filter((name) => name !== 'sequence')
    expect(Object.keys(reachedBy).sort()).toEqual(known.sort())
  })

  test.each(Object.entries(reachedBy))('%s', (name, by) => {
    const make = new Map(Object.entries(presets)).get(name)
    const effects = effectsOf((make as () => MockNodeOptions)())
    if (by === 'plain') return expect([...effects]).toEqual([])
    const mishap = mishaps.find((one) => by.test(one.name))
    expect(mishap?.name).toMatch(by)
    const found = effectsOf(mishap ?? {})
    // A single request errs wherever a preset has all of them err.
    const missing = [...effects].filter(
      (effect) => !found.has(effect) && !found.has(`${effect.split(' ')[0]}`),
    )
    expect(missing).toEqual([])
    return undefined
  })
})
