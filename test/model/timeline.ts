import fc from 'fast-check'
import type { Hex, ImportParameters, PreconfirmParameters, Step } from 'preseal'
import { carol } from '../node/actors.js'
import { fault, setting, transaction } from './arbitraries.js'
import { importOf } from './options.js'

/** Steps in the order of time, which name transactions and faults before them. */
export const timeline = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.record({
        after: fc.constantFrom(0, 0, 50, 100, 200, 200, 450, 1_000, 1_999),
        pick: fc.nat(),
        make: fc.oneof(
          { weight: 18, arbitrary: transaction.map(asStep) },
          { weight: 4, arbitrary: setting },
          { weight: 12, arbitrary: blockStep },
          {
            weight: 2,
            arbitrary: fault.map((one) => ({ type: 'fault', fault: one })),
          },
          {
            weight: 3,
            arbitrary: fc.constantFrom({ type: 'drop' }, { type: 'lift' }),
          },
          {
            weight: 2,
            arbitrary: importOf(donors).map((one) => ({
              type: 'importBlock',
              ...one,
            })),
          },
          {
            weight: 1,
            arbitrary: fc.nat({ max: donors.length - 1 }).map((at) => ({
              type: 'announceBlock',
              hash: hashOf(donors[at]),
            })),
          },
        ),
      }),
      { maxLength: 14, size: 'max' },
    )
    .map((drafts) => {
      let at = 0
      const labels: { [type: string]: string[] } = { preconfirm: [], fault: [] }
      const steps: object[] = []
      for (const { after, pick, make } of drafts) {
        at += after
        const { type, ...fields } = make as { type: string }
        const known = labels[
          type === 'lift' ? 'fault' : 'preconfirm'
        ] as string[]
        // One of the newest, which may still be pending.
        const newest = known.slice(-2)
        const named = (offset: number) =>
          newest[(pick + offset) % newest.length] as string
        const mine = labels[type]
        const label = mine && `${type} ${steps.length}`
        if (label !== undefined) mine?.push(label)
        if ((type === 'drop' || type === 'lift') && known.length === 0) continue
        if (type === 'planSeal' && known.length === 0) continue
        const bound =
          type === 'drop'
            ? { transaction: named(0) }
            : type === 'lift'
              ? { label: named(0) }
              : type === 'planSeal'
                ? bindSealPlan(fields, named, known.length)
                : type === 'reorg' && 'omit' in fields
                  ? { ...fields, omit: known.length > 0 ? [named(0)] : [] }
                  : fields
        steps.push({
          at,
          type,
          ...(label !== undefined && type !== 'fault' && { label }),
          ...bound,
          ...('fault' in fields && {
            fault: { ...Object(fields.fault), label },
          }),
        })
      }
      return steps as Step[]
    })

const hashOf = (given: ImportParameters | undefined) =>
  (Object(given?.block) as { hash: Hex }).hash

function asStep({ type, ...given }: PreconfirmParameters) {
  return { type: 'preconfirm', transactionType: type, ...given }
}

const seenBy = ['pending', 'latestState', 'latest', 'none'] as const

/** Some of which contradict what there is by then. */
const cadence = fc.oneof(
  fc.record({ beatsSeenBy: fc.constantFrom(...seenBy) }),
  fc.record({ baseTimeDeposit: fc.boolean() }),
  fc.constantFrom(
    { blockTime: 200, preconfirmationTime: 200, baseTimeDeposit: true },
    { blockTime: 600, preconfirmationTime: 200 },
    { blockTime: 400, preconfirmationTime: 100, baseTimeDeposit: true },
    { blockTime: 2_000, preconfirmationTime: 200, baseTimeDeposit: false },
    { blockTime: 250, preconfirmationTime: 50 },
    { blockTime: 1_000 },
    { preconfirmationTime: 500 },
  ),
  fc.record({
    blockTime: fc.constantFrom(200, 1_000),
    preconfirmationTime: fc.constantFrom(100, 200),
    baseTimeDeposit: fc.boolean(),
    beatsSeenBy: fc.constantFrom(...seenBy),
  }),
)

export const blockStep = fc.oneof(
  fc.constant({ type: 'seal' }),
  fc.record({
    type: fc.constant('planSeal'),
    delay: fc.constantFrom(1, 300, 2_000),
  }),
  fc.record({
    type: fc.constant('planBeats'),
    offsets: fc
      .uniqueArray(fc.integer({ min: 1, max: 2_400 }), { maxLength: 5 })
      .map((offsets) => offsets.sort((one, other) => one - other)),
  }),
  fc.record({
    type: fc.constant('planSeal'),
    how: fc.constantFrom('order', 'omit', 'both', 'amend', 'revert', 'cure'),
  }),
  fc.record({ type: fc.constant('reorg'), depth: fc.constantFrom(1, 1, 2, 3) }),
  fc.record({
    type: fc.constant('reorg'),
    depth: fc.constantFrom(1, 2),
    omit: fc.constant([]),
  }),
  fc.constantFrom(
    { type: 'setFinalityLag', safe: 1, finalized: 2 },
    { type: 'setFinalityLag', finalized: 5 },
    { type: 'setFinalityLag', safe: 2 },
  ),
  {
    weight: 2,
    arbitrary: cadence.map((one) => ({ type: 'setCadence', ...one })),
  },
)

export function bindSealPlan(
  fields: object,
  named: (offset: number) => string,
  count: number,
) {
  const transaction = named(0)
  switch ((fields as { how: string }).how) {
    case 'order':
      return count > 1
        ? { order: [named(1), transaction] }
        : { omit: [transaction] }
    case 'omit':
      return { omit: [transaction] }
    case 'both':
      return { omit: [...new Set([named(1), transaction])] }
    case 'cure':
      return {
        amend: [{ transaction, status: 'success', logs: [{ address: carol }] }],
      }
    case 'revert':
      return { amend: [{ transaction, status: 'reverted' }] }
    default:
      return {
        amend: [
          {
            transaction,
            gasUsed: 20_000n,
            changes: { [carol]: { balance: 9n } },
            logs: [{ address: carol, data: '0x2a' }],
          },
        ],
      }
  }
}
