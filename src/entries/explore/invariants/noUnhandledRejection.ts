import type { Invariant } from '../model/run.js'
import { named } from './named.js'

/** No promise rejection is unhandled. Every run checks this invariant. */
export function noUnhandledRejection(): Invariant {
  return named('noUnhandledRejection', ({ rejections: [first] }) =>
    first === undefined
      ? undefined
      : { at: first.at, text: `nobody caught the rejection ${first.text}` },
  )
}
