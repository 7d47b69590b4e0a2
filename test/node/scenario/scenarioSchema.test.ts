import fc from 'fast-check'
import { formatScenario, isPresealError, parseScenario } from 'preseal'
import { describe, expect, test } from 'vitest'
import { scenarioSchema } from '../../../scripts/scenarioSchema/scenarioSchema.js'
import type { Problem } from '../../../src/base/validation/problem.js'
import { share } from '../../runs.js'
import { accepts } from '../schema/accepts.js'
import { story } from '../stories.js'
import { brokenFiles, files } from './files.js'

const schema = scenarioSchema()
/** Rules between values, for which JSON Schema has no words. */
const beyond =
  /^(?:nothing with|at least "|at least one authorization|an array of [0-9]+, a receipt|at least [0-9]+, the "at"|an address with|the label of|a label of|a whole multiple|more than "from")/

/** What a file is refused for: what was expected in it. */
function refusals(file: unknown): string[] {
  try {
    parseScenario(file)
    return []
  } catch (error) {
    if (!isPresealError(error) || !('problems' in error)) throw error
    return (error.problems as Problem[]).map(({ expected }) => expected)
  }
}

describe('scenario.schema.json', () => {
  test('default', async () => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      '__snapshots__/scenario.schema.json.snap',
    )
  })

  test('behavior: it takes every scenario', () => {
    fc.assert(fc.property(files, (file) => accepts(schema, file)))
    expect(accepts(schema, JSON.parse(formatScenario(story)))).toBe(true)
    expect(accepts(schema, { $schema: 'x', version: 1 })).toBe(true)
  })

  test('behavior: it takes what parseScenario takes, and refuses the same', () => {
    fc.assert(
      fc.property(brokenFiles, (file) => {
        const refused = refusals(file)
        const isBeyond = refused.every((expected) => beyond.test(expected))
        if (isBeyond && refused.length > 0) return
        expect({ refused, accepted: accepts(schema, file) }).toEqual({
          refused,
          accepted: refused.length === 0,
        })
      }),
      { numRuns: share(1_500) },
    )
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
