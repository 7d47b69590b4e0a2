import { countedTwice } from './countedTwice.js'
import { emptyCall } from './emptyCall.js'
import { keptGuess } from './keptGuess.js'
import { paidAgain } from './paidAgain.js'
import { pollsOn } from './pollsOn.js'
import { retryStorm } from './retryStorm.js'
import { sentTwice } from './sentTwice.js'
import { skippedRange } from './skippedRange.js'
import { staleWatcher } from './staleWatcher.js'

/** Applications of other shapes: a script, an indexer, listeners, hooks, a cache. */
export const others = [
  countedTwice,
  emptyCall,
  keptGuess,
  paidAgain,
  pollsOn,
  retryStorm,
  sentTwice,
  skippedRange,
  staleWatcher,
]
