import { describe } from 'vitest'
import { answers } from './answers.js'
import { badInput } from './badInput.js'
import { calls } from './calls.js'
import { contents } from './contents.js'
import type { Door } from './door.js'
import { fees } from './fees.js'
import { filters } from './filters.js'
import { forms } from './forms.js'
import { handlers } from './handlers.js'
import { headers } from './headers.js'
import { anyHistory, history } from './history.js'
import { identity } from './identity.js'
import { invariants } from './invariants.js'
import { anyLogs, logs } from './logs.js'
import { pendingBlock } from './pendingBlock.js'
import { places } from './places.js'
import { proofs } from './proofs.js'
import { anyCuts, replay } from './replay.js'
import { selectors } from './selectors.js'
import { skews } from './skews.js'
import { transactions } from './transactions.js'
import { writes } from './writes.js'

/** What every door must answer, whatever it dresses the answers in. */
export function conformance(door: Door) {
  describe(`conformance: ${door.name}`, () => {
    selectors(door)
    history(door)
    identity(door)
    pendingBlock(door)
    contents(door)
    transactions(door)
    forms(door)
    headers(door)
    places(door)
    fees(door)
    calls(door)
    proofs(door)
    logs(door)
    filters(door)
    replay(door)
    badInput(door)
    answers(door)
    handlers(door)
    skews(door)
    writes(door)
  })
}

/**
 * The parts that a door itself has to do with: how it dresses each form of
 * answer, and how time passes at it. The quick run tries all others by the
 * provider.
 */
export function dressing(door: Door) {
  describe(`conformance: ${door.name}`, () => {
    forms(door)
    answers(door)
    skews(door)
  })
}

/** What holds of any story: of the node, and so of every door alike. */
export function properties(door: Door) {
  describe(`conformance: ${door.name}`, () => {
    anyHistory(door)
    anyCuts(door)
    anyLogs(door)
    invariants(door)
  })
}
