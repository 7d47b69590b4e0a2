import type { Invariant } from '../model/run.js'
import { named } from './named.js'

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
