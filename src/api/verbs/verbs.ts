import { type AdvanceVerb, advance } from './advance.js'
import { type ApplyVerb, apply } from './apply.js'
import { type NextBeatVerb, nextBeat } from './nextBeat.js'
import { type NextBlockVerb, nextBlock } from './nextBlock.js'
import { type SeekVerb, seek } from './seek.js'
import { stepVerbs } from './stepVerbs.js'
import type { Verb } from './verb.js'

/** Verbs that have no step. */
export type Verbs = ApplyVerb &
  AdvanceVerb &
  NextBeatVerb &
  NextBlockVerb &
  SeekVerb

/** These and the verbs of steps; `node.control` has each of them, too. */
export const verbs: readonly Verb[] = [
  ...stepVerbs,
  apply,
  advance,
  nextBeat,
  nextBlock,
  seek,
]
