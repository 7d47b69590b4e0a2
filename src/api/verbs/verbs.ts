import { type AdvanceVerb, advance } from './advance.js'
import { type ApplyVerb, apply } from './apply.js'
import { type NextBeatVerb, nextBeat } from './nextBeat.js'
import { type NextBlockVerb, nextBlock } from './nextBlock.js'
import { type SeekVerb, seek } from './seek.js'
import { stepVerbs } from './stepVerbs.js'
import type { Verb } from './verb.js'

/** The verbs that are no steps. */
export type Verbs = ApplyVerb &
  AdvanceVerb &
  NextBeatVerb &
  NextBlockVerb &
  SeekVerb

/** Verbs of steps as well; a node's control has each of them, too. */
export const verbs: readonly Verb[] = [
  ...stepVerbs,
  apply,
  advance,
  nextBeat,
  nextBlock,
  seek,
]
