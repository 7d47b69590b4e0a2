import type { StepNow, TransactionName } from 'preseal'
import { poll } from './story.js'

/** What can go wrong next, as seen at an instant. */
type Here = {
  readonly now: number
  /** The newest transaction of the pending block; null where it has none. */
  readonly newest: TransactionName | null
  /** The newest sealed block. */
  readonly latest: number
}

export type Mishap = {
  readonly name: string
  readonly text: string
  /** The step that does it, or why it cannot be done now. */
  readonly at: (here: Here) => StepNow | string
}

/** How long an endpoint fails: three reads. */
const until = (now: number) => now + 4 * poll

const reads = ['eth_blockNumber', 'eth_getBalance']

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
    at: ofNewest((transaction) => ({ type: 'drop', transaction })),
  },
  {
    name: 'Seal without it',
    text: 'The block is sealed without the newest pending payment.',
    at: ofNewest((name) => ({ type: 'planSeal', omit: [name] })),
  },
  {
    name: 'Revert it',
    text: 'The newest pending payment is sealed as reverted.',
    at: ofNewest((transaction) => ({
      type: 'planSeal',
      amend: [{ transaction, status: 'reverted' }],
    })),
  },
  {
    name: 'Re-org',
    text: 'The newest sealed block gives way to an empty one.',
    at: ({ latest }) =>
      latest === 0 ? 'No block is sealed yet.' : { type: 'reorg', depth: 1 },
  },
  {
    name: 'HTTP 403',
    text: 'The endpoint refuses the next three reads.',
    at: ({ now }) => ({
      type: 'fault',
      fault: { type: 'http', status: 403, methods: reads, until: until(now) },
    }),
  },
  {
    name: 'Null block',
    text: 'The next three reads of the pending block get null.',
    at: ({ now }) => ({
      type: 'fault',
      fault: { type: 'null', block: 'pending', until: until(now) },
    }),
  },
  {
    name: 'Stale backend',
    text: 'For two seconds every second answer is six beats old.',
    at: ({ now }) => ({
      type: 'fault',
      fault: { type: 'stale', beats: 6, everyNth: 2, until: now + 2_000 },
    }),
  },
  {
    name: 'No pending block',
    text: 'For three reads, pending answers as latest.',
    at: ({ now }) => ({
      type: 'fault',
      fault: {
        type: 'otherBlock',
        block: 'pending',
        to: 'latest',
        until: until(now),
      },
    }),
  },
]
