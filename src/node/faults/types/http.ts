import { display } from '../../../base/hex/display.js'
import type { Refuse } from '../../../base/validation/problem.js'
import { readEntries } from '../../../base/validation/read.js'
import { status, text } from '../../../base/validation/values.js'
import {
  batchTooLong,
  type Outcome,
  type RpcError,
} from '../../../rpc/answers/outcome.js'
import { anywhere, type FaultType, optional } from './faultType.js'

/** The request is answered with an HTTP error, and is not executed. */
export type HttpFault = {
  readonly type: 'http'
  readonly status: number
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

// Names that the constructor of Headers takes, since fetch hands them to one.
const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

export const http: FaultType<HttpFault> = {
  type: 'http',
  fields: {
    status,
    body: optional(text),
    headers: optional({
      read: readHeaders,
      json: {
        type: 'object',
        propertyNames: { pattern: headerName.source },
        additionalProperties: { type: 'string', pattern: headerValue.source },
      },
    }),
  },
  stages: anywhere,
  effect: { type: 'answer', answer: httpOutcome },
}

export function httpOutcome({ status, body, headers }: HttpFault): HttpOutcome {
  return {
    type: 'http',
    status,
    body: body ?? defaultBody(status),
    headers: { ...headers },
  }
}

type HttpOutcome = Extract<Outcome, { type: 'http' }>

// As Optimism's proxyd answers, which stands in front of public endpoints.
const bodies: { readonly [status: number]: Readonly<RpcError> | undefined } = {
  403: { code: -32601, message: 'rpc method is not whitelisted' },
  413: batchTooLong,
  429: { code: -32016, message: 'over rate limit' },
  503: {
    code: -32011,
    message: 'no backend is currently healthy to serve traffic',
  },
  504: { code: -32015, message: 'gateway timeout' },
}

function defaultBody(status: number): RpcError | '' {
  const error = bodies[status]
  return error === undefined ? '' : { ...error }
}

function readHeaders(
  given: unknown,
  refuse: Refuse,
): Record<string, string> | undefined {
  const target: Record<string, string> = {}
  const refusal = readEntries(
    given,
    'an object of header values by name',
    (key, value) => {
      const path = [key]
      const name = key.toLowerCase()
      const checked = text.check(value)
      if (!headerName.test(key) || name === '__proto__')
        refuse({
          path,
          given: 'a key that is not a header name',
          expected: 'letters, digits and hyphens',
        })
      else if (Object.hasOwn(target, name))
        refuse({
          path,
          given: `a second entry for ${name}`,
          expected: 'one',
          advice: 'Letter case makes no difference: remove one.',
        })
      else if (!checked.ok) refuse({ ...checked, path })
      else if (!headerValue.test(checked.value))
        refuse({
          path,
          given: display(checked.value),
          expected: 'one line of Latin-1 characters',
        })
      else target[name] = checked.value
    },
  )
  if (refusal === undefined) return target
  refuse(refusal)
  return undefined
}
