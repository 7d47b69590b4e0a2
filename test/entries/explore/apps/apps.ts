import { approvalRace } from './approvalRace.js'
import { doubleCount } from './doubleCount.js'
import { errorAsZero } from './errorAsZero.js'
import { lostAfterReload } from './lostAfterReload.js'
import { missingSequenceGuard } from './missingSequenceGuard.js'
import { mixedChains } from './mixedChains.js'
import { neverReopened } from './neverReopened.js'
import { nonceKept } from './nonceKept.js'
import { staleClosure } from './staleClosure.js'
import { stuckRow } from './stuckRow.js'
import { takenForFinal } from './takenForFinal.js'
import { wrongKey } from './wrongKey.js'

/** Twelve defects of different kinds. */
export const apps = [
  doubleCount,
  staleClosure,
  missingSequenceGuard,
  wrongKey,
  stuckRow,
  lostAfterReload,
  approvalRace,
  takenForFinal,
  nonceKept,
  neverReopened,
  mixedChains,
  errorAsZero,
]
