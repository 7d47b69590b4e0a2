import { isPresealError, parseScenario } from 'preseal'
import { describe, expect, test } from 'vitest'
import { toJsonSchema } from '../../scripts/scenarioSchema/toJsonSchema.js'
import type { JsonSchema } from '../../src/base/validation/values.js'
import { optionsSchema } from '../../src/node/options/options.js'
import { share } from '../runs.js'
import { alice } from './actors.js'
import { busy, story, untried } from './busy.js'
import { accepts } from './schema/accepts.js'

// Every field that the schema has, in options, faults, rules and steps, with
// every value of this list that the schema does not take. An error names the
// field and says what was expected.
const values = [
  null,
  true,
  '',
  'nope',
  '0x123g',
  -1,
  1.5,
  2 ** 53,
  [],
  [null],
  {},
  { nope: 1 },
]

type Field = {
  /** As messages have it: `steps[0].at`. */
  readonly path: string
  readonly schema: JsonSchema
  /** The options, or the step, in which it has a value. */
  readonly place: (value: unknown) => object
}

type Branches = { anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }
type Shape = Branches & {
  properties?: { [key: string]: JsonSchema }
  propertyNames?: { pattern?: string }
  additionalProperties?: JsonSchema | false
  items?: JsonSchema
}

/** A key that a record takes: an address, a slot or a word. */
const keyOf = ({ propertyNames }: Shape) =>
  [alice, '0x1', 'a'].find((key) =>
    new RegExp(propertyNames?.pattern ?? '').test(key),
  ) ?? 'a'

/** The field, and those inside it. */
function fieldsIn(field: Field): Field[] {
  const { path, schema, place } = field
  const shape = schema as Shape
  const branches = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]
  const tags = Object.entries(shape.properties ?? {}).flatMap(([key, inner]) =>
    'const' in inner ? [[key, inner.const]] : [],
  )
  const member = (key: string, schema: JsonSchema): Field => ({
    path: path === '' ? key : `${path}.${key}`,
    schema,
    place: (value) => place({ ...Object.fromEntries(tags), [key]: value }),
  })
  const inside = [
    ...Object.entries(shape.properties ?? {})
      .filter(([, inner]) => !('const' in inner))
      .map(([key, inner]) => member(key, inner)),
    ...(shape.additionalProperties
      ? [member(keyOf(shape), shape.additionalProperties)]
      : []),
    ...(shape.items
      ? [
          {
            path: `${path}[0]`,
            schema: shape.items,
            place: (value: unknown) => place([value]),
          },
        ]
      : []),
  ]
  return [
    field,
    ...branches.flatMap((schema) => fieldsIn({ path, schema, place }).slice(1)),
    ...inside.flatMap(fieldsIn),
  ]
}

const { properties } = toJsonSchema(optionsSchema('json')) as Required<Shape>

/** The wrong values; of every four, `npm test` tries one. */
const wrongOf = ({ path, schema }: Field) =>
  values
    .filter((value) => !accepts(schema, value))
    .filter((_, at) => (at + path.length) % 4 < share(4, 1))

function refused(act: () => unknown): { message: string; problems: unknown } {
  try {
    act()
  } catch (error) {
    if (isPresealError(error) && 'problems' in error) return error
    throw error
  }
  return { message: 'nothing', problems: [] }
}

/** Expects that the field, or something inside it, is named. */
function expectNamed(act: () => unknown, path: string, given: unknown) {
  const { message, problems } = refused(act)
  const named = (problems as { path: string; expected: string }[]).filter(
    (problem) => problem.path.startsWith(path) && problem.expected !== '',
  )
  expect(named, `${path}: ${JSON.stringify(given)}: ${message}`).not.toEqual([])
  expect(message).toContain(`"${path}`)
}

describe.each(Object.entries(properties))('option %s', (name, schema) => {
  const fields = fieldsIn({
    path: name,
    schema,
    place: (value) => ({ version: 1, [name]: value }),
  })

  test('error: no wrong value of any field is accepted, and each is named', () => {
    for (const { path, place, ...field } of fields)
      for (const value of wrongOf({ path, place, ...field }))
        expectNamed(() => parseScenario(place(value)), path, value)
  })
})

const { items } = properties.steps as { items: { oneOf: JsonSchema[] } }
const steps = items.oneOf.map((schema) => {
  const { type } = (schema as Required<Shape>).properties as {
    type: { const: string }
  }
  return [type.const, schema] as const
})

/** What a verb takes, of the fields of its step; others take all, as one object. */
const argumentOf: { [verb: string]: string } = {
  drop: 'transaction',
  fault: 'fault',
}

describe.each(steps)('step %s', (type, schema) => {
  const fields = fieldsIn({
    path: '',
    schema,
    place: (value) => value as object,
  }).filter(({ path }) => path !== '' && path !== 'at')

  test('error: a wrong value leaves the node as it was, applied or by its verb', async () => {
    const { node } = busy()
    const verb = (node as unknown as { [name: string]: unknown })[type]
    // In code, null is as good as left out.
    for (const { path, place, schema } of fields)
      for (const value of wrongOf({ path, place, schema }).filter(Boolean)) {
        const { at: _, ...step } = place(value) as Record<string, unknown>
        expectNamed(() => node.apply(step as never), path, value)
        if (typeof verb !== 'function' || path === 'transactionType') continue
        const { type: __, ...given } = step
        const key = argumentOf[type]
        expect(() => verb(key === undefined ? given : given[key])).toThrow(
          expect.objectContaining({ name: 'InvalidParametersError' }),
        )
      }
    expect(await story(node)).toEqual(await untried())
  })
})
