import { fileURLToPath } from 'node:url'
import type { JsonSchema } from '../../src/base/validation/values.js'
import { optionsSchema } from '../../src/node/options/options.js'
import { describe } from './describe.js'
import { toJsonSchema } from './toJsonSchema.js'

const optionsFile = fileURLToPath(
  new URL('../../src/node/options/options.ts', import.meta.url),
)

/**
 * The JSON Schema of scenario files, of the draft that editors know best:
 * structure from the schemas that read them, descriptions from the types.
 */
export function scenarioSchema(): JsonSchema {
  const schema = describe(
    toJsonSchema(optionsSchema('json')),
    optionsFile,
    'MockNodeOptions',
  )
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of preseal',
    ...schema,
    properties: {
      $schema: { description: 'By which an editor finds this schema.' },
      ...(schema.properties as object),
    },
  }
}
