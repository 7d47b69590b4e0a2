import * as z from 'zod/mini'
import { display } from '../../base/hex/display.js'
import { lazy } from '../../base/memo/memo.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import { findMethod } from '../../rpc/methods/methods.js'
import type { FaultType, Field, Match } from '../faults/faultType.js'
import {
  type Fault,
  faultTypes,
  type HoldParameters,
  hold as holdType,
  type OwnFault,
} from '../faults/faultTypes.js'
import {
  anyType,
  byHand,
  list,
  object,
  rule,
  type Schema,
  value,
} from './schema.js'
import { messageName, methodName, sentMatchFields } from './transactionName.js'

/** When a fault acts, how often, and what it is called. */
const windowFields = () => {
  const natural = z.optional(value(values.natural))
  const positive = z.optional(value(values.positive))
  return {
    label: z.optional(value(values.nonEmptyText)),
    skip: natural,
    everyNth: positive,
    times: positive,
    since: z.optional(value(instant)),
    until: natural,
  }
}

/** Fields that narrow the requests of a fault. */
const matchFields = (name = methodName) => ({
  methods: z.optional(methods(name)),
  block: z.optional(value(values.selector)),
  ...windowFields(),
})

/** Of requests only: a socket is of no endpoint. */
const requestFields = () => ({
  ...matchFields(),
  endpoint: z.optional(value(values.nonEmptyText)),
})

/** `since` is time; a filter of transactions would say who sends. */
const instant: values.Validator<number> = {
  ...values.natural,
  check(given) {
    const checked = values.natural.check(given)
    if (checked.ok || !address.check(given).ok) return checked
    return {
      ...checked,
      expected: 'ms of node.now, an integer from 0 to 2^53 - 1',
      advice:
        'A fault of requests cannot match the asker; one of transactions matches their sender by "from".',
    }
  },
}

/** Every type of fault, each with what narrows what it acts on. */
export const fault = lazy(() => {
  const match = requestFields()
  const sent = { ...sentMatchFields(), ...windowFields() }
  const messages = matchFields(messageName)
  const types = Object.fromEntries(
    faultTypes.map((faultType) => {
      const { type, fields, check, effect } = faultType as FaultType<OwnFault>
      const schema = z.strictObject({
        type: z.literal(type),
        ...mapFields(fields),
        ...(effect.type === 'inclusion'
          ? sent
          : effect.type === 'connection'
            ? messages
            : match),
      })
      return [
        type,
        check === undefined ? schema : schema.check(rule(check as never)),
      ]
    }),
  )
  const anyFault = anyType(types).check(checkMatch())
  // The fields of each type are typed by it, where it is declared.
  return object(anyFault, 'a fault, such as { type: "null" }') as Schema<Fault>
})

function mapFields(fields: { readonly [name: string]: Field }) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toSchema(field)]),
  )
}

function toSchema(field: Field): z.ZodMiniType {
  const { isOptional, json } = field
  const schema = 'read' in field ? byHand(field.read, () => json) : value(field)
  return isOptional ? z.optional(schema) : schema
}

/** Parameters of `node.hold`: which requests, and what of them waits. */
export const hold = lazy(() => {
  const { label: _, ...match } = requestFields()
  const held = z.strictObject({ ...mapFields(holdType.fields), ...match })
  return object(held.check(checkMatch())) as Schema<HoldParameters>
})

function checkMatch() {
  return rule<Match>((match, refuse) => {
    const { methods, block, since = 0, until } = match
    if (until !== undefined && until <= since)
      refuse({
        path: ['until'],
        given: `${until}`,
        expected: `more than "since", which is ${since}`,
      })
    if (block !== undefined && methods?.some(namesBlock) === false)
      refuse({
        path: ['methods'],
        given: methods.map(display).join(', '),
        expected: `one that is asked with a block, since "block" is ${display(block)}`,
      })
  })
}

/**
 * Only these methods name a block; other methods, even handled ones, do not.
 */
function namesBlock(method: string): boolean {
  const reads = findMethod(method)?.reads
  return reads === 'block' || reads === 'state'
}

function methods(name: values.Validator<string>) {
  return list(value(name)).check(
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
