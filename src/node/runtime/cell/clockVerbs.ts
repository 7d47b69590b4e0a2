import { checkDuration } from '../../../base/clock/checkDuration.js'
import type { TimeSource, TimeVerb } from '../../../base/clock/clock.js'

/** Lets `ms` pass of the `whole` still to go; returns by how much to jump. */
type Go = (ms: number, whole: number, now: number) => number

export type Pass = (verb: TimeVerb, by: number, go: Go) => void

/** The ways in which a verb lets time pass: with the clock, or past it. */
export function clockVerbs(source: TimeSource, pass: Pass) {
  return {
    move: (verb: TimeVerb, by: number) =>
      pass(verb, by, (ms, whole) => {
        source.checkMovable(whole, verb)
        source.advance(ms, verb)
        return 0
      }),
    jump: (verb: TimeVerb, by: number, name: TimeVerb | 'mine' = verb) =>
      pass(verb, by, (ms, whole, now) => {
        checkDuration(whole, now, name)
        return ms
      }),
  }
}
