import type { JsonSchema } from '../../../src/base/validation/values.js'

type Check = (given: never, expected: never, schema: JsonSchema) => boolean

const isObject = (given: unknown) => typeof given === 'object' && given !== null

const isOfType = (given: unknown, type: string) => {
  switch (type) {
    case 'integer':
      return Number.isInteger(given)
    case 'null':
      return given === null
    case 'array':
      return Array.isArray(given)
    case 'object':
      return isObject(given) && !Array.isArray(given)
    default:
      return typeof given === type
  }
}

/** What each keyword asks of the values that it is about. */
const keywords: { [type: string]: { [keyword: string]: Check } } = {
  any: {
    type: (given, types: string | string[]) =>
      [types].flat().some((type) => isOfType(given, type)),
    const: (given, value) => given === value,
    enum: (given, values: unknown[]) => values.includes(given),
    not: (given, schema: JsonSchema) => !accepts(schema, given),
    anyOf: (given, schemas: JsonSchema[]) =>
      schemas.some((schema) => accepts(schema, given)),
    oneOf: (given, schemas: JsonSchema[]) =>
      schemas.filter((schema) => accepts(schema, given)).length === 1,
  },
  number: {
    minimum: (given: number, least: number) => given >= least,
    maximum: (given: number, most: number) => given <= most,
  },
  string: {
    pattern: (given: string, pattern: string) =>
      new RegExp(pattern, 'u').test(given),
    minLength: (given: string, least: number) => [...given].length >= least,
    maxLength: (given: string, most: number) => [...given].length <= most,
  },
  array: {
    minItems: (given: unknown[], least: number) => given.length >= least,
    uniqueItems: (given: unknown[]) => new Set(given).size === given.length,
    items: (given: unknown[], schema: JsonSchema) =>
      given.every((item) => accepts(schema, item)),
  },
  object: {
    required: (given: object, keys: string[]) =>
      keys.every((key) => Object.hasOwn(given, key)),
    propertyNames: (given: object, schema: JsonSchema) =>
      Object.keys(given).every((key) => accepts(schema, key)),
    properties: (given: object, schemas: { [key: string]: JsonSchema }) =>
      Object.entries(given).every(
        ([key, value]) =>
          !Object.hasOwn(schemas, key) || accepts(schemas[key] ?? {}, value),
      ),
    additionalProperties: (given: object, rest, { properties = {} }) =>
      Object.entries(given).every(
        ([key, value]) =>
          Object.hasOwn(properties as object, key) || accepts(rest, value),
      ),
  },
}

const notes = ['$schema', 'title', 'description']

/** Whether a JSON Schema of draft 7 takes a value; no keyword is passed over. */
export function accepts(schema: JsonSchema | boolean, given: unknown): boolean {
  if (typeof schema === 'boolean') return schema
  const type =
    given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given
  return Object.entries(schema).every(([keyword, expected]) => {
    if (notes.includes(keyword)) return true
    if (!Object.values(keywords).some((checks) => keyword in checks))
      throw new Error(`This test does not know the keyword "${keyword}".`)
    const check = keywords.any?.[keyword] ?? keywords[type]?.[keyword]
    return check?.(given as never, expected as never, schema) ?? true
  })
}
