import fc from 'fast-check'
import type {
  Fault,
  ImportParameters,
  MockNodeOptions,
  PreconfirmParameters,
} from 'preseal'
import { fault, sending, setting, transaction } from './arbitraries.js'
import { importOf, options } from './options.js'
import type { Asked } from './send.js'
import { blockStep, timeline } from './timeline.js'

type BlockDraft =
  typeof blockStep extends fc.Arbitrary<infer value> ? value : never
type Setting = typeof setting extends fc.Arbitrary<infer value> ? value : never

/** What a test does; `pick` chooses among what there is by then. */
export type Action =
  | { type: 'preconfirm'; transaction: PreconfirmParameters }
  | { type: 'send'; asked: Asked }
  | { type: 'drop'; pick: number }
  | { type: 'set'; setting: Setting }
  | { type: 'apply'; draft: BlockDraft; pick: number }
  | { type: 'advance'; ms: number }
  | { type: 'nextBeat' | 'nextBlock'; times: number }
  | { type: 'seek'; to: number }
  | { type: 'snapshot' }
  | { type: 'revert'; pick: number }
  | { type: 'import'; parameters: ImportParameters }
  | { type: 'fault'; fault: Fault }
  | { type: 'lift'; pick: number }

export type Story = {
  options: MockNodeOptions
  actions: Action[]
  /** Listening, time is cut at every beat. */
  listens: boolean
}

const pick = fc.nat({ max: 20 })

export const story = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<Story> => {
  const action: fc.Arbitrary<Action> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant('preconfirm' as const),
        transaction,
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant('send' as const),
        asked: sending,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('drop' as const), pick }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('set' as const), setting }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('apply' as const),
        draft: blockStep,
        pick,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('advance' as const),
        ms: fc.constantFrom(
          0,
          1,
          50,
          199,
          200,
          201,
          1_000,
          1_800,
          2_000,
          4_500,
        ),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constantFrom('nextBeat' as const, 'nextBlock' as const),
        times: fc.constantFrom(1, 1, 1, 2, 3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('seek' as const),
        to: fc.oneof(
          fc.nat({ max: 9_000 }),
          fc.nat({ max: 20 }).map((beats) => beats * 200),
        ),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ type: 'snapshot' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('revert' as const), pick }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('import' as const),
        parameters: importOf(donors),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('fault' as const), fault }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('lift' as const), pick }),
    },
  )
  return fc.record({
    options: fc
      .record({
        options: options(donors),
        timeline: fc.oneof(fc.constant([]), {
          weight: 3,
          arbitrary: timeline(donors),
        }),
      })
      .map(({ options, timeline }) => ({ ...options, steps: timeline })),
    actions: fc.array(action, { maxLength: 24, size: 'max' }),
    listens: fc.boolean(),
  })
}
