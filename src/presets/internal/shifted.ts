import type { Fault, ImportParameters, Step } from '../../index.js'

/** What happens in a story. */
type Events = {
  readonly blocks?: readonly ImportParameters[] | undefined
  readonly faults?: readonly Fault[] | undefined
  readonly timeline?: readonly Step[] | undefined
}

/** The same, `start` ms later, and over by `end`. */
export function shifted(
  { blocks = [], faults = [], timeline = [] }: Events,
  start: number,
  end: number,
): { faults: Fault[]; timeline: Step[] } {
  const move = (fault: Fault): Fault => ({
    ...fault,
    from: start + (fault.from ?? 0),
    until: Math.min(end, start + (fault.until ?? end)),
  })
  return {
    faults: faults.map(move).filter(({ from = 0 }) => from < end),
    timeline: [
      ...blocks.map(
        (block): Step => ({ at: start, type: 'importBlock', ...block }),
      ),
      ...timeline.map((step): Step => {
        const at = start + step.at
        return step.type === 'fault'
          ? { ...step, at, fault: move(step.fault) }
          : { ...step, at }
      }),
    ],
  }
}
