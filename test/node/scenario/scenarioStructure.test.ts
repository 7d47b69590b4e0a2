import fc from 'fast-check'
import { formatScenario, isPresealError, parseScenario } from 'preseal'
import { describe, expect, test } from 'vitest'
import { toJsonSchema } from '../../../scripts/scenarioSchema/toJsonSchema.js'
import type { Problem } from '../../../src/base/validation/problem.js'
import { optionsSchema } from '../../../src/node/options/options.js'
import { share } from '../../runs.js'
import { accepts } from '../schema/accepts.js'
import { story } from '../stories.js'
import { brokenFiles, files } from './files.js'

const createSchema = () => toJsonSchema(optionsSchema('json'))

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

describe('scenario.schema.json, without descriptions', () => {
  test('behavior: it takes every scenario', () => {
    const schema = createSchema()
    fc.assert(fc.property(files, (file) => accepts(schema, file)))
    expect(accepts(schema, JSON.parse(formatScenario(story)))).toBe(true)
  })

  test('behavior: it takes what parseScenario takes, and refuses the same', () => {
    const schema = createSchema()
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
})
