import type { MockNodeOptions, StepNow } from 'preseal'
import {
  boundaryGap,
  droppedTail,
  frozenPending,
  jittered,
  loadBalancer,
  missedIndex,
  noPreconfirmations,
  revertedAfterAll,
  steady,
} from 'preseal/presets'
import { accounts, alice, bob, ether } from './actors.js'
import { payment } from './mishaps.js'
import type { Act, Story } from './story.js'

type Group = { readonly title: string; readonly stories: readonly Story[] }

const paid: readonly Act[] = [payment(500)]

/** The payment, and then a step. */
const paidThen = (at: number, name: string, step: StepNow): readonly Act[] => [
  ...paid,
  { at, name, step },
]

/** The stories that a visitor can choose, by what goes wrong in them. */
export const groups: readonly Group[] = [
  {
    title: 'Payments that are lost',
    stories: [
      {
        ...own({}),
        id: 'reorgedAway',
        title: 'Paid, then reorged away',
        text: 'Alice pays Bob once, in block 1. Then a reorg replaces that block by an empty one.',
        until: 4_000,
        acts: paidThen(2_300, 'Reorg', { type: 'reorg', depth: 1 }),
      },
      {
        ...own({}),
        id: 'sealedWithout',
        title: 'Sealed without the payment',
        text: 'Alice pays, and the payment is pre-confirmed. Then the block is sealed without it.',
        until: 4_000,
        acts: paidThen(900, 'Seal without it', {
          type: 'planSeal',
          omit: ['payment 1'],
        }),
      },
      {
        ...preset('droppedTail', '', droppedTail),
        title: 'The last two beats are lost',
        text: 'The payments of the last two beats are missing from the sealed block.',
        until: 4_000,
      },
      {
        ...preset('revertedAfterAll', '', revertedAfterAll),
        title: 'Sealed as reverted',
        text: 'The payment is pre-confirmed as a success, and sealed as reverted.',
        until: 4_000,
      },
      {
        ...preset('missedIndex', '', missedIndex),
        title: 'A missed beat',
        text: 'The endpoint misses a beat, and has no pending block until the next one opens.',
        until: 6_000,
      },
    ],
  },
  {
    title: 'Endpoints that disagree',
    stories: [
      {
        ...own({ faults: [{ type: 'stale', beats: 6, everyNth: 2 }] }),
        id: 'backends',
        title: 'Two backends, one behind',
        text: 'Alice pays Bob once. Two backends answer in turn, and one of them is 1.2 s behind.',
        until: 5_000,
        acts: paid,
      },
      {
        ...preset('loadBalancer', '', loadBalancer),
        title: 'A payment every beat, two backends',
        text: 'A payment comes with every beat. Every second answer about the pending block is three beats old.',
        until: 4_000,
      },
      {
        ...preset('boundaryGap', '', boundaryGap),
        title: 'No pending block after a seal',
        text: 'For 400 ms after each seal, the endpoint returns the latest block as pending. The balance stalls, then jumps.',
        until: 6_000,
      },
      {
        ...preset('noPreconfirmations', '{ blocks: 2 }', () =>
          noPreconfirmations({ blocks: 2 }),
        ),
        title: 'No pre-confirmations for a while',
        text: 'For two blocks nothing is pre-confirmed: the pending block is the latest one.',
        until: 6_000,
      },
      {
        ...preset('frozenPending', '{ blocks: 2 }', () =>
          frozenPending({ blocks: 2 }),
        ),
        title: 'Pending freezes, latest goes on',
        text: 'The endpoint returns the same old pending block while new blocks are sealed.',
        until: 8_000,
      },
    ],
  },
  {
    title: 'All is well, until you click',
    stories: [
      {
        ...own({}),
        id: 'payment',
        title: 'One payment',
        text: 'Alice pays Bob 1 ETH at 500 ms. The payment is pending at 600 ms, and sealed at 2,000 ms.',
        until: 6_000,
        acts: paid,
      },
      {
        ...preset('steady', '{ blocks: 2 }', () => steady({ blocks: 2 })),
        title: 'A payment every beat',
        text: 'Ten payments a block, each exactly on time.',
        until: 4_000,
      },
      {
        ...preset('jittered', '{ blocks: 2 }', () => jittered({ blocks: 2 })),
        title: 'Beats that come unevenly',
        text: 'Beats come 20 to 391 ms apart, as a live node logged them.',
        until: 4_000,
      },
    ],
  },
]

/** A node that is described here. */
function own(options: Pick<MockNodeOptions, 'faults'>): Pick<Story, 'source'> {
  const { faults } = options
  const lines = [
    `accounts: { [alice]: { balance: parseEther('100') } },`,
    ...(faults ?? []).map((fault) => `faults: [${toCode(fault)}],`),
  ]
  return {
    source: {
      options: () => ({ accounts, ...options }),
      imports: '',
      code: `{\n    ${lines.join('\n    ')}\n  }`,
    },
  }
}

/** One of `preseal/presets`, with what a test gives it. */
function preset(
  id: string,
  given: string,
  scenario: () => MockNodeOptions & { duration: number },
): Pick<Story, 'id' | 'acts' | 'source'> {
  return {
    id,
    acts: [],
    source: {
      options: () => {
        const { duration: _, ...options } = scenario()
        return options
      },
      imports: `import { ${id} } from 'preseal/presets'\n`,
      code: `${id}(${given})`,
    },
  }
}

/** Plain data as the code that makes it. */
export function toCode(value: unknown): string {
  if (value === alice) return 'alice'
  if (value === bob) return 'bob'
  if (value === ether) return `parseEther('1')`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value)
    .map(([name, field]) => `${name}: ${toCode(field)}`)
    .join(', ')
  return `{ ${fields} }`
}
