import type { OwnFault } from './types/faultTypes.js'
import type { Match } from './types/match.js'

/** A failure or wrong answer, in place of the chain's answer. */
export type Fault = Match & OwnFault
