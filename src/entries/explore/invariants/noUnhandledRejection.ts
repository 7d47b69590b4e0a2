import type { Invariant } from '../model/run.js'
import { named } from './named.js'

/** No promise is rejected without anybody hearing of it. Every run keeps it. */
export function noUnhandledRejection(): Invariant {
  return named('noUnhandledRejection', ({ rejections: [first] }) =>
    first === undefined
      ? undefined
      : { at: first.at, text: `nobody caught the rejection ${first.text}` },
  )
}
