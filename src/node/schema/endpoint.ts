import * as z from 'zod/mini'
import { refuse } from '../../base/hex/hex.js'
import { lazy } from '../../base/memo/memo.js'
import * as values from '../../base/validation/values.js'
import { type Endpoint, endpointKinds } from '../faults/endpoint.js'
import { list, object, picked, rule, type Schema, value } from './schema.js'
import { methodName } from './transactionName.js'

/** The name of an endpoint, or its rules. */
export function endpoint(): Schema<Endpoint> {
  return picked(
    (given) => (typeof given === 'string' ? name() : rules()),
    () => [name(), rules()],
  )
}

const name = lazy(() => value(values.oneOf(...endpointKinds)))

const rules = lazy((): Schema<Endpoint> => {
  const positive = value(values.positive)
  return object(
    z.strictObject({
      allow: z.optional(list(value(methodName))),
      rate: z.optional(
        object(
          z.strictObject({
            requests: positive,
            per: positive,
            retryAfter: z.optional(positive),
          }),
        ),
      ),
      batch: z.optional(positive),
      body: z.optional(positive),
      logRange: z.optional(positive),
      logs: z.optional(positive),
      answer: z.optional(positive),
    }),
    '"dedicated", "public", or an object { allow, rate, batch, body, logRange, logs, answer }',
  )
})

const inUrl = /^[\w-]{1,64}$/

const ownName: values.Validator<string> = {
  json: { type: 'string', pattern: inUrl.source },
  check: (given) =>
    typeof given === 'string' && inUrl.test(given)
      ? { ok: true, value: given }
      : refuse(given, 'letters, digits, "-" and "_", such as "backup"'),
}

/** Names that stand in a URL, each once. */
export const endpointNames = lazy(() =>
  list(value(ownName)).check(
    rule<string[]>(
      (names, refuse) => {
        for (const [index, name] of names.entries())
          if (names.indexOf(name) < index)
            refuse({
              path: [index],
              given: `a second "${name}"`,
              expected: 'each name once',
            })
      },
      { uniqueItems: true },
    ),
  ),
)
