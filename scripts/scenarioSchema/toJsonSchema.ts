import type * as z from 'zod/mini'
import type { Described } from '../../src/validation/schema.js'
import type { JsonSchema } from '../../src/validation/values.js'

/** What JSON Schema can say of a schema of src/timeline. */
export function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const rules = (def.checks ?? []).map(
    ({ _zod }) => (_zod.check as { json?: JsonSchema }).json,
  )
  return Object.assign({}, toPlain(def), ...rules)
}

function toPlain(def: z.core.$ZodTypes['_zod']['def']): JsonSchema {
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape)
      const required = fields
        .filter(([, field]) => field._zod.def.type !== 'optional')
        .map(([key]) => key)
      return {
        type: 'object',
        properties: Object.fromEntries(
          fields.map(([key, field]) => [key, toJsonSchema(field)]),
        ),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }
    }
    case 'array':
      return { type: 'array', items: toJsonSchema(def.element) }
    case 'union':
      return { anyOf: def.options.map(toJsonSchema) }
    case 'literal':
      return { const: def.values[0] }
    case 'optional':
      return toJsonSchema(def.innerType)
    case 'nullable':
      return { anyOf: [toJsonSchema(def.innerType), { type: 'null' }] }
    case 'transform': {
      const described = def.transform as unknown as Described
      if ('inner' in described) return toJsonSchema(described.inner())
      if ('anyOf' in described)
        return { anyOf: described.anyOf().map(toJsonSchema) }
      const json = described.json()
      if (json !== undefined) return json
    }
  }
  throw new Error(`No JSON Schema is known for a schema of type ${def.type}.`)
}
