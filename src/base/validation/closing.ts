import { refuse } from '../hex/hex.js'
import { utf8Length } from '../hex/text.js'
import type { Validator } from './values.js'

/** bytes of a reason: a control frame has 125, and the code takes two */
export const mostReason = 123

/** Codes that may stand in a frame: RFC 6455, 7.4, and IANA's registry of them. */
export const closeCode: Validator<number> = {
  json: {
    anyOf: [
      { type: 'integer', minimum: 3000, maximum: 4999 },
      { enum: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010] },
      { enum: [1011, 1012, 1013, 1014] },
    ],
  },
  check(given) {
    if (Number.isInteger(given) && isSent(given as number))
      return { ok: true, value: given as number }
    const isTold = given === 1005 || given === 1006
    return refuse(
      given,
      'a code that a frame can hold: 1000 to 1003, 1007 to 1014, or 3000 to 4999',
      isTold
        ? `Leave it out${given === 1005 ? ', with how: "cleanly"' : ''}: clients report ${given} if there was no code.`
        : undefined,
    )
  },
}

function isSent(code: number): boolean {
  return (
    (code >= 1000 && code <= 1003) ||
    (code >= 1007 && code <= 1014) ||
    (code >= 3000 && code <= 4999)
  )
}

export const closeReason: Validator<string> = {
  json: { type: 'string', maxLength: mostReason },
  check: (given) =>
    typeof given === 'string' && utf8Length(given) <= mostReason
      ? { ok: true, value: given }
      : refuse(given, `a string of at most ${mostReason} bytes`),
}
