import type { Invariant } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { textOf } from '../model/textOf.js'
import { named } from './named.js'

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
