import type { Invariant } from '../model/run.js'
import { shownText, textOf } from '../model/text.js'
import { checkCalled, checkGiven, named } from './given.js'

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

/**
 * The application sends no request once the watch has seen this value, such as
 * `'closed'` after it was unmounted.
 */
export function nothingAskedAfter(value: unknown): Invariant {
  return named('nothingAskedAfter', ({ looks, answeredRequests }) => {
    const look = looks.find((one) => textOf(one.value) === textOf(value))
    const asked = answeredRequests.find(({ at }) => look && at > look.at)
    if (look === undefined)
      return { unjudged: `it never showed ${shownText(value)}` }
    return asked === undefined
      ? undefined
      : {
          at: asked.at,
          text: `the application sent ${asked.method} ${asked.at - look.at} ms after it showed ${shownText(value)}`,
        }
  })
}

/** Nothing calls `console.error`. */
export function noConsoleError(): Invariant {
  return named('noConsoleError', ({ consoleErrors: [first] }) =>
    first === undefined
      ? undefined
      : { at: first.at, text: `console.error was called with ${first.text}` },
  )
}

/** No promise rejection is unhandled. Every run checks this invariant. */
export function noUnhandledRejection(): Invariant {
  return named('noUnhandledRejection', ({ rejections: [first] }) =>
    first === undefined
      ? undefined
      : {
          at: first.at,
          text: `the application did not catch the rejection ${first.text}`,
        },
  )
}
