import type { Refuse } from '../../../base/validation/problem.js'
import * as values from '../../../base/validation/values.js'
import { list, rule, value } from '../../schema/schema.js'
import { beatsBefore, offsetOf } from '../moment/beats.js'
import { transition } from '../moment/moment.js'
import type { StepFile } from './internal/stepFile.js'

/** The open block has beats at these instants only. */
export type PlanBeatsStep = {
  type: 'planBeats'
  /** ms since the block opened; the opening is always a beat */
  offsets: readonly number[]
}

export const planBeats = {
  type: 'planBeats',
  fields: () => ({
    offsets: list(value(values.positive)).check(rule(checkOffsets)),
  }),
  /**
   * Past beats stay; the new offsets replace those to come, of which the beat
   * of this instant is one for a step of the script.
   */
  apply(moment, { offsets }, _, by) {
    const from = by === 'script' ? moment.time : moment.time + 1
    const count = beatsBefore(from, moment)
    const beats = [
      ...Array.from({ length: count }, (_, at) => offsetOf(moment, at)),
      ...[0, ...offsets].filter((offset) => offset >= from - moment.openedAt),
    ]
    return transition({ ...moment, plan: { ...moment.plan, beats } })
  },
} as const satisfies StepFile<PlanBeatsStep>

function checkOffsets(offsets: readonly number[], refuse: Refuse) {
  offsets.forEach((offset, index) => {
    const before = offsets[index - 1] ?? 0
    if (offset <= before)
      refuse({
        path: [index],
        given: `${offset}`,
        expected: `more than ${before}, the beat before`,
      })
  })
}
