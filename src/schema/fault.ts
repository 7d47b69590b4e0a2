import * as z from 'zod/mini'
import type { Fault, Match } from '../faults/fault.js'
import { display } from '../hex/display.js'
import { findMethod } from '../rpc/methods/methods.js'
import { readEntries, readJson } from '../validation/read.js'
import * as values from '../validation/values.js'
import { methodName } from './methodName.js'
import { anyType, byHand, list, object, once, rule, value } from './schema.js'

/** What narrows the requests that a fault acts on. */
const matchFields = () => {
  const natural = z.optional(value(values.natural))
  return {
    methods: z.optional(methods()),
    block: z.optional(value(values.selector)),
    after: natural,
    every: z.optional(value(values.positive)),
    times: z.optional(value(values.positive)),
    from: z.optional(value(since)),
    until: natural,
  }
}

/** As a filter of transactions has it, `from` would be who sends. */
const since: values.Judge<number> = {
  ...values.natural,
  check(given) {
    const checked = values.natural.check(given)
    if (checked.ok || !values.address.check(given).ok) return checked
    return {
      ...checked,
      expected: 'ms of node.now, an integer from 0 to 2^53 - 1',
      advice:
        'Who asks cannot be matched; of a transaction that is sent, node.inclusion({ match: { from } }) matches its sender.',
    }
  },
}

/** Every type of fault, each with what narrows the requests it acts on. */
export const fault = once(() => {
  const match = matchFields()
  const text = z.optional(value(values.text))
  const types = {
    http: z.strictObject({
      type: z.literal('http'),
      status: value(values.status),
      body: text,
      headers: z.optional(headers()),
      ...match,
    }),
    rpc: z.strictObject({
      type: z.literal('rpc'),
      code: value(values.code),
      message: value(values.text),
      data: z.optional(byHand<unknown>(readJson, () => ({}))),
      ...match,
    }),
    null: z.strictObject({ type: z.literal('null'), ...match }),
    network: z.strictObject({ type: z.literal('network'), ...match }),
    lost: z.strictObject({ type: z.literal('lost'), ...match }),
    delay: z.strictObject({
      type: z.literal('delay'),
      ms: value(values.natural),
      ...match,
    }),
    hang: z.strictObject({ type: z.literal('hang'), ...match }),
    stale: z.strictObject({
      type: z.literal('stale'),
      beats: value(values.natural),
      ...match,
    }),
    frozen: z.strictObject({ type: z.literal('frozen'), ...match }),
    skew: z.strictObject({
      type: z.literal('skew'),
      to: value(values.selector),
      ...match,
    }),
    zero: z.strictObject({ type: z.literal('zero'), ...match }),
  } satisfies { [type in Fault['type']]: z.ZodMiniType }
  return object(
    anyType(types).check(checkMatch()),
    'a fault, such as { type: "null" }',
  )
})

/** Parameters of `node.hold`: which requests, and what of them waits. */
export const hold = once(() =>
  object(
    z
      .strictObject({
        what: z.optional(
          value<'requests' | 'answers'>(values.oneOf('requests', 'answers')),
        ),
        ...matchFields(),
      })
      .check(checkMatch()),
  ),
)

function checkMatch() {
  return rule<Match>(({ from = 0, until, methods, block }, refuse) => {
    if (until !== undefined && until <= from)
      refuse({
        path: ['until'],
        given: `${until}`,
        expected: `more than "from", which is ${from}`,
      })
    if (block !== undefined && methods?.some(namesBlock) === false)
      refuse({
        path: ['block'],
        given: display(block),
        expected: 'nothing, since none of "methods" is asked with a block',
      })
  })
}

/** Of no other method, even of one that is handled, is a block known. */
function namesBlock(method: string): boolean {
  return findMethod(method)?.reads === 'block'
}

function methods() {
  return list(value(methodName)).check(
    rule<string[]>(
      (names, refuse) => {
        if (names.length === 0)
          refuse({
            given: 'an empty array',
            expected: 'at least one method',
            advice: 'Leave it out to match every method.',
          })
      },
      { minItems: 1 },
    ),
  )
}

// What the constructor of Headers takes, since fetch hands them to one.
const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

function headers() {
  return byHand<Record<string, string>>(
    (given, refuse) => {
      const target: Record<string, string> = {}
      const refusal = readEntries(
        given,
        'an object of header values by name',
        (key, value) => {
          const path = [key]
          const name = key.toLowerCase()
          const text = values.text.check(value)
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
          else if (!text.ok) refuse({ ...text, path })
          else if (!headerValue.test(text.value))
            refuse({
              path,
              given: display(text.value),
              expected: 'one line of Latin-1 characters',
            })
          else target[name] = text.value
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => ({
      type: 'object',
      propertyNames: { pattern: headerName.source },
      additionalProperties: { type: 'string', pattern: headerValue.source },
    }),
  )
}
