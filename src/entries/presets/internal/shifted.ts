import type {
  Fault,
  ImportParameters,
  InclusionRule,
  Step,
} from '../../../index.js'

/** The events of a story. */
type Events = {
  readonly importedBlocks?: readonly ImportParameters[] | undefined
  readonly faults?: readonly Fault[] | undefined
  readonly inclusion?: readonly InclusionRule[] | undefined
  readonly steps?: readonly Step[] | undefined
}

/** The same, `start` ms later, and over by `end`. */
export function shifted(
  { importedBlocks = [], faults = [], inclusion = [], steps = [] }: Events,
  start: number,
  end: number,
): { faults: Fault[]; inclusion: InclusionRule[]; steps: Step[] } {
  const move = <one extends Fault | InclusionRule>(one: one): one => ({
    ...one,
    since: start + (one.since ?? 0),
    until: Math.min(end, start + (one.until ?? end)),
  })
  return {
    faults: faults.map(move).filter(({ since = 0 }) => since < end),
    inclusion: inclusion.map(move).filter(({ since = 0 }) => since < end),
    steps: [
      ...importedBlocks.map(
        (block): Step => ({ at: start, type: 'importBlock', ...block }),
      ),
      ...steps.map((step): Step => {
        const at = start + step.at
        if (step.type === 'fault')
          return { ...step, at, fault: move(step.fault) }
        return step.type === 'inclusion'
          ? { ...step, at, rule: move(step.rule) }
          : { ...step, at }
      }),
    ],
  }
}
