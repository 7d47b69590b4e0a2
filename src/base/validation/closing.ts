import { display } from '../hex/display.js'
import type { Judge } from './values.js'

/** bytes of a reason: a control frame has 125, and the code takes two */
export const mostReason = 123

/** Codes that may stand in a frame: RFC 6455, 7.4, and IANA's registry of them. */
export const closeCode: Judge<number> = {
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
    return {
      ok: false,
      given: display(given),
      expected:
        'a code that a frame can hold: 1000 to 1003, 1007 to 1014, or 3000 to 4999',
      advice: isTold
        ? `Leave it out${given === 1005 ? ', with how: "cleanly"' : ''}: clients report ${given} if there was no code.`
        : undefined,
    }
  },
}

function isSent(code: number): boolean {
  return (
    (code >= 1000 && code <= 1003) ||
    (code >= 1007 && code <= 1014) ||
    (code >= 3000 && code <= 4999)
  )
}

export const closeReason: Judge<string> = {
  json: { type: 'string', maxLength: mostReason },
  check: (given) =>
    typeof given === 'string' && bytesOf(given) <= mostReason
      ? { ok: true, value: given }
      : {
          ok: false,
          given: display(given),
          expected: `a string of at most ${mostReason} bytes`,
        },
}

/** How long a text is in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Each half of a pair is one of the two more, a lone one becomes U+FFFD.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 2
    else if (unit > 0x7f) bytes += isPaired(text, at) ? 1 : unit > 0x7ff ? 2 : 1
  }
  return bytes
}

function isPaired(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit < 0xdc00) {
    const next = text.charCodeAt(at + 1)
    return next >= 0xdc00 && next < 0xe000
  }
  if (unit < 0xdc00 || unit > 0xdfff) return false
  const last = text.charCodeAt(at - 1)
  return last >= 0xd800 && last < 0xdc00
}
