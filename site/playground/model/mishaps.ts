import type { StepNow, TransactionName } from 'preseal'
import { alice, bob, ether } from './actors.js'
import type { Act, Story } from './story.js'
import { poll } from './story.js'

/** What can go wrong next, as seen at an instant. */
type Here = {
  /** ms, of the click */
  readonly at: number
  /** The newest transaction of the pending block; null where it has none. */
  readonly newest: TransactionName | null
  /** The newest sealed block. */
  readonly latest: number
}

export type Mishap = {
  readonly name: string
  readonly text: string
  /** The step that does it, or why it cannot be done now. */
  readonly step: (here: Here) => StepNow | string
}

/** How long an endpoint fails: three reads. */
const until = (at: number) => at + 3 * poll

const methods = ['eth_getBlockByNumber', 'eth_getBalance']

/** A step for the newest pending transaction. */
const ofNewest =
  (toStep: (name: TransactionName) => StepNow) =>
  ({ newest }: Here) =>
    newest === null ? 'Nothing is pending at this moment.' : toStep(newest)

/** The mishaps that a click can cause. */
export const mishaps: readonly Mishap[] = [
  {
    name: 'Drop it',
    text: 'The newest pending payment leaves the block at the next beat.',
    step: ofNewest((transaction) => ({ type: 'drop', transaction })),
  },
  {
    name: 'Seal without it',
    text: 'The block is sealed without the newest pending payment.',
    step: ofNewest((name) => ({ type: 'planSeal', omit: [name] })),
  },
  {
    name: 'Revert it',
    text: 'The newest pending payment is sealed as reverted.',
    step: ofNewest((transaction) => ({
      type: 'planSeal',
      amend: [{ transaction, status: 'reverted' }],
    })),
  },
  {
    name: 'Reorg',
    text: 'An empty block replaces the newest sealed block.',
    step: ({ latest }) =>
      latest === 0 ? 'No block is sealed yet.' : { type: 'reorg', depth: 1 },
  },
  {
    name: 'HTTP 403',
    text: 'The endpoint refuses the next three reads.',
    step: ({ at }) => ({
      type: 'fault',
      fault: { type: 'http', status: 403, methods, until: until(at) },
    }),
  },
  {
    name: 'Null block',
    text: 'The next three reads of the pending block return null.',
    step: ({ at }) => ({
      type: 'fault',
      fault: { type: 'null', block: 'pending', until: until(at) },
    }),
  },
  {
    name: 'Stale backend',
    text: 'For two seconds, every second answer is six beats old.',
    step: ({ at }) => ({
      type: 'fault',
      fault: { type: 'stale', beats: 6, everyNth: 2, until: at + 2_000 },
    }),
  },
  {
    name: 'No pending block',
    text: 'The next three reads of the pending block return the latest block.',
    step: ({ at }) => ({
      type: 'fault',
      fault: {
        type: 'otherBlock',
        block: 'pending',
        to: 'latest',
        until: until(at),
      },
    }),
  },
]

const pay = 'Pay 1 ETH'

/** A payment between two reads, with a label that no other has. */
export function payment(at: number, acts: Story['acts'] = []): Act {
  const labels = acts.map(({ step }) => 'label' in step && step.label)
  let nth = 1
  while (labels.includes(`payment ${nth}`)) nth++
  const label = `payment ${nth}`
  const transaction = { from: alice, to: bob, value: ether, label } as const
  return { at, name: pay, step: { type: 'preconfirm', ...transaction } }
}
