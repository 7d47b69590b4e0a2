import { parseQuantity, type Result, refuse } from '../../base/hex/parse.js'
import { invalidParams, type RpcError } from '../answers/outcome.js'
import type { SendSync } from '../view/answering.js'

/** ms, and how they were written. */
export type Timeout = { readonly ms: number; readonly as: 'hex' | 'number' }

/** How long a request asks to wait. */
export function parseTimeout(given: unknown): Result<Timeout> {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0)
    return { ok: true, value: { ms: given, as: 'number' } }
  const parsed = parseQuantity(given)
  return parsed.ok
    ? { ok: true, value: { ms: Number(parsed.value), as: 'hex' } }
    : refuse(given, 'ms as hex or as a number')
}

/** ms for which a request waits, as far as the chain allows it. */
export function waitFor(
  asked: Timeout | undefined,
  { defaultTimeout, maxTimeout, beyondMax, timeoutEncoding }: SendSync,
): number | RpcError {
  if (asked === undefined) return defaultTimeout
  const { ms, as } = asked
  if (timeoutEncoding !== 'any' && timeoutEncoding !== as)
    return refused(
      as === 'hex' ? `0x${ms.toString(16)}` : ms,
      forms[timeoutEncoding],
    )
  if (ms > maxTimeout && beyondMax === 'refused')
    return refused(ms, `ms up to ${maxTimeout}`)
  return Math.min(ms, maxTimeout)
}

const forms = { hex: 'ms as hex', number: 'ms as a number' }

function refused(given: string | number, expected: string): RpcError {
  return invalidParams(
    `Invalid parameter 2 "timeout": given ${given}, expected ${expected}`,
  )
}
