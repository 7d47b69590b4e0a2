import { describe, expect, test } from 'vitest'
import { scenarioSchema } from '../../../scripts/scenarioSchema/scenarioSchema.js'
import { accepts } from '../schema/accepts.js'

const schema = scenarioSchema()
describe('scenario.schema.json', () => {
  test('behavior: a file may name it', () => {
    expect(accepts(schema, { $schema: 'x', version: 1 })).toBe(true)
  })
})
