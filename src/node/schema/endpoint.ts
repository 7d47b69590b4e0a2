import * as z from 'zod/mini'
import { lazy } from '../../base/memo/memo.js'
import * as values from '../../base/validation/values.js'
import { type Endpoint, endpointNames } from '../faults/endpoint.js'
import { methodName } from './methodName.js'
import { list, object, picked, type Schema, value } from './schema.js'

/** The name of an endpoint, or its rules. */
export function endpoint(): Schema<Endpoint> {
  return picked(
    (given) => (typeof given === 'string' ? name() : rules()),
    () => [name(), rules()],
  )
}

const name = lazy(() => value(values.oneOf(...endpointNames)))

const rules = lazy((): Schema<Endpoint> => {
  const positive = value(values.positive)
  return object(
    z.strictObject({
      allow: z.optional(list(value(methodName))),
      rate: z.optional(
        object(z.strictObject({ requests: positive, per: positive })),
      ),
      batch: z.optional(positive),
      body: z.optional(positive),
      logRange: z.optional(positive),
    }),
    '"dedicated", "public", or an object { allow, rate, batch, body, logRange }',
  )
})
