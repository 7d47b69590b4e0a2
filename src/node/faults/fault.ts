import type { Match } from './faultType.js'
import type { OwnFault } from './faultTypes.js'

/** A failure or wrong answer, in place of the chain's answer. */
export type Fault = Match & OwnFault
