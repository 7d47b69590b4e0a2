import type { OwnFault } from './types/faultTypes.js'
import type { Match } from './types/match.js'

/** A reason why a request is not answered by the chain. */
export type Fault = Match & OwnFault
