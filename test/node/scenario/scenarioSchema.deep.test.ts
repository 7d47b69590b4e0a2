import { describe, expect, test } from 'vitest'
import { scenarioSchema } from '../../../scripts/scenarioSchema/scenarioSchema.js'
import { accepts } from '../schema/accepts.js'

const schema = scenarioSchema()
describe('scenario.schema.json', () => {
  test('behavior: a file may name it', () => {
    expect(accepts(schema, { $schema: 'x', version: 1 })).toBe(true)
  })

  test('behavior: every option says what it is', () => {
    const { properties } = schema as {
      properties: { [key: string]: { description?: string } }
    }
    const silent = Object.keys(properties).filter(
      (key) => properties[key]?.description === undefined,
    )
    expect(silent).toEqual([])
  })
})
