import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { basics } from '../model/basics.js'
import type { Ran } from './runOnce.js'

/** A mistake of the test's author is no mishap, and ends everything. */
export function findMistake({ run, judged }: Ran): unknown {
  const { cause, invariant } = judged ?? {}
  const isThrown = invariant === basics.passes && isPresealError(cause)
  if (isThrown && isOfAuthor(cause.name)) return cause
  for (const { outcome, at } of run.answeredRequests) {
    if (outcome.type !== 'error') continue
    const { message } = outcome.error
    if (contractThrew.test(message)) return explorationError(at, message)
  }
  return undefined
}

function isOfAuthor(name: string): boolean {
  return /^(Invalid|Watch|ReentrantCall|ContractFunction|Exploration)/.test(
    name,
  )
}

/** As `preseal/contracts` and native contracts tell it. */
const contractThrew =
  /(of the contract 0x\w{40} (threw|writes)|^The native contract 0x\w{40} threw) /

function explorationError(
  at: number,
  message: string,
): PresealError<'ExplorationError'> {
  return new PresealError(
    'ExplorationError',
    `explore: at ${at} ms the test itself failed, not the application: ${message}`,
    { reason: 'test' },
  )
}
