import type { Invariant } from '../model/run.js'
import { checkCalled, checkGiven } from '../options/readGiven.js'
import { named } from './named.js'

/**
 * The application sends at most `perSecond` requests in any second. Many
 * applications exceed it by retrying failures.
 */
export function mostRequests(perSecond: number): Invariant {
  checkCalled('mostRequests', perSecond)
  checkGiven(
    'mostRequests',
    perSecond,
    Number.isInteger(perSecond) && perSecond > 0,
    'how many requests a second, such as 20',
  )
  return named('mostRequests', ({ answeredRequests }) => {
    const index = answeredRequests.findIndex(
      ({ at }, index) =>
        at - (answeredRequests[index - perSecond]?.at ?? -1_000) < 1_000,
    )
    const found = answeredRequests[index]
    return found === undefined
      ? undefined
      : {
          at: found.at,
          text: `the application sent more than ${perSecond} requests within a second; the last one was ${found.method}`,
        }
  })
}
