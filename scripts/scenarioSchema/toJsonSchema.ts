import * as z from 'zod/mini'
import type { JsonSchema } from '../../src/base/validation/values.js'
import type { Described } from '../../src/node/schema/schema.js'

/**
 * What JSON Schema can say of a schema of src/schema. zod knows its own kinds;
 * what it sees as a transformation describes itself, and so do rules.
 */
export function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = (zodSchema as z.core.$ZodTypes)._zod
      const rules = (def.checks ?? []).map(
        ({ _zod }) => (_zod.check as { json?: JsonSchema }).json,
      )
      if (def.type === 'transform')
        Object.assign(jsonSchema, fromDescribed(def.transform))
      Object.assign(jsonSchema, ...rules)
    },
  })
  return json
}

function fromDescribed(transform: unknown): JsonSchema {
  const described = transform as Described
  if ('inner' in described) return toJsonSchema(described.inner())
  if ('anyOf' in described)
    return { anyOf: described.anyOf().map(toJsonSchema) }
  const json = described.json()
  if (json !== undefined) return json
  throw new Error('A transformation says nothing of itself to JSON Schema.')
}
