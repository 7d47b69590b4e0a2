import { describe, expect, test } from 'vitest'
import { tellMany } from './tellMany.js'

const runs = Number(process.env.RUNS ?? 150)

describe('the node and its model', () => {
  test('default: they agree on every read and event', async () => {
    // Fewer stories than by default need not come everywhere.
    const wanted = runs < 150 ? [] : everything
    const { kinds, actions, reads } = await tellMany(runs, wanted)
    expect(reads).toBeGreaterThan(100 * actions)
    expect(wanted.filter((kind) => !kinds.has(kind))).toEqual([])
  }, 3_600_000)
})

/** Where stories come, so that none of it goes out of use unseen. */
const everything = [
  ...[
    'preconfirm',
    'send',
    'refused',
    'drop',
    'set',
    'advance',
    'nextBeat',
    'nextBlock',
    'seek',
  ],
  ...['snapshot', 'revert', 'import', 'fault', 'lift'],
  ...['preconfirm', 'drop', 'setBalance', 'setNonce', 'setCode'].map(step),
  ...['setStorageAt', 'fault', 'lift', 'importBlock', 'announceBlock'].map(
    step,
  ),
  ...['seal', 'planBeats', 'planSeal', 'reorg', 'setFinalityLag'].map(step),
  ...['seal', 'planBeats', 'planSeal', 'reorg', 'setFinalityLag'].map(
    (type) => `apply ${type}`,
  ),
  ...['step setCadence', 'apply setCadence', 'ChainRuleError'],
  ...['pending', 'latestState', 'latest', 'none'].map((by) => `seen by ${by}`),
  ...['deposits 0', 'deposits 1', 'deposits 2'],
  ...['requested', 'omitted', 'replaced', 'nonce', 'funds', 'error'].map(
    (why) => `dropped ${why}`,
  ),
  ...['beat', 'preconfirmed', 'reorged', 'sealed'].map((name) => `${name} `),
  ...[-32000, -32001, -32042, -32601, -32602, 4900].map((n) => `code ${n}`),
]

function step(type: string): string {
  return `step ${type}`
}
