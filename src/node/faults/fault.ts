import type { Match } from './match.js'
import type { OwnFault } from './types/faultTypes.js'

/** A reason why a request is not answered by the chain. */
export type Fault = Match & OwnFault
