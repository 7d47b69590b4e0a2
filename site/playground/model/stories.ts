import type { MockNodeOptions } from 'preseal'
import {
  boundaryGap,
  droppedTail,
  frozenPending,
  jittered,
  loadBalancer,
  missedIndex,
  noPreconfirmations,
  reorgedAway,
  revertedAfterAll,
  sealedWithout,
  steady,
} from 'preseal/presets'
import { accounts } from './actors.js'
import type { Act, Story } from './story.js'

type Group = { readonly title: string; readonly stories: readonly Story[] }

const paid: readonly Act[] = [{ at: 400, type: 'pay' }]

/** The stories that a visitor can choose, by what goes wrong in them. */
export const groups: readonly Group[] = [
  {
    title: 'Endpoints that disagree',
    stories: [
      {
        ...own({ faults: [{ type: 'stale', beats: 6, everyNth: 2 }] }),
        id: 'backends',
        title: 'Two backends, one behind',
        text: 'Alice pays Bob once. Two backends answer in turn, and one of them is six beats behind.',
        until: 5_000,
        acts: paid,
      },
      {
        ...preset('loadBalancer', '', loadBalancer),
        title: 'A payment every beat, two backends',
        text: 'Every beat brings a payment. Every second answer under pending is three beats old.',
        until: 4_000,
      },
      {
        ...preset('boundaryGap', '', boundaryGap),
        title: 'No pending block after a seal',
        text: 'For 400 ms after each seal, pending answers as latest. The balance stalls, then jumps.',
        until: 6_000,
      },
      {
        ...preset('noPreconfirmations', '{ blocks: 2 }', () =>
          noPreconfirmations({ blocks: 2 }),
        ),
        title: 'No pre-confirmations for a while',
        text: 'For two blocks nothing is pre-confirmed, and pending answers as latest.',
        until: 6_000,
      },
      {
        ...preset('frozenPending', '{ blocks: 2 }', () =>
          frozenPending({ blocks: 2 }),
        ),
        title: 'Pending stops, latest goes on',
        text: 'The pending block freezes while blocks are sealed past it.',
        until: 8_000,
      },
    ],
  },
  {
    title: 'Payments that are taken back',
    stories: [
      {
        ...preset('sealedWithout', '', sealedWithout),
        title: 'Sealed without the payment',
        text: 'Alice pays and sees it pre-confirmed. Then the block is sealed without it.',
        until: 4_000,
        acts: paid,
      },
      {
        ...preset('reorgedAway', '', reorgedAway),
        title: 'Sealed, then re-orged away',
        text: 'The payment is in a sealed block. One beat later a re-org takes it back.',
        until: 4_000,
        acts: paid,
      },
      {
        ...preset('droppedTail', '', droppedTail),
        title: 'The last two beats are lost',
        text: 'What the last two beats pre-confirmed is missing from the sealed block.',
        until: 4_000,
      },
      {
        ...preset('revertedAfterAll', '', revertedAfterAll),
        title: 'Sealed as reverted',
        text: 'Pre-confirmed as a success, the payment is sealed as reverted.',
        until: 4_000,
      },
      {
        ...preset('missedIndex', '', missedIndex),
        title: 'A missed beat',
        text: 'A missed index takes the pending block away until the next one opens.',
        until: 6_000,
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
        text: 'Alice pays Bob 1 ETH at 400 ms. It is pending a beat later, and sealed at 2,000 ms.',
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
function own(options: Pick<MockNodeOptions, 'faults'>) {
  const { faults } = options
  const lines = [
    `accounts: { [alice]: { balance: parseEther('100') } }`,
    ...(faults ?? []).map((fault) => `faults: [${toCode(fault)}]`),
  ]
  return {
    options: () => ({ accounts, ...options }),
    source: {
      imports: '',
      code: `{\n    ${lines.join(',\n    ')},\n  }`,
    },
  }
}

/** One of `preseal/presets`, with what a test gives it. */
function preset(
  id: string,
  given: string,
  scenario: () => MockNodeOptions & { duration: number },
) {
  return {
    id,
    acts: [],
    options: () => {
      const { duration: _, ...options } = scenario()
      return options
    },
    source: {
      imports: `import { ${id} } from 'preseal/presets'\n`,
      code: `${id}(${given})`,
    },
  }
}

/** Plain data as the code that makes it. */
export function toCode(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value)
    .map(([name, field]) => `${name}: ${toCode(field)}`)
    .join(', ')
  return `{ ${fields} }`
}
