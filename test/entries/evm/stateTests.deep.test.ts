import { existsSync } from 'node:fs'
import { evm } from 'preseal/evm'
import { expect, test } from 'vitest'
import { readVectors, shared } from './readVectors.js'
import { createScripting } from './scripting.js'
import { judge, type StateTest } from './stateTest.js'

const all = new URL('cancun.jsonl.br', shared)
const hasAll = existsSync(all)
const choice = new URL('stateTests.jsonl.br', import.meta.url)
const engines = [evm(), createScripting()]
/** Some of them loop for a minute. */
const timeout = 30 * 60_000

const folders = new Map<string, StateTest[]>()
for (const vector of readVectors(hasAll ? all : choice)) {
  const folder = vector.file.replace(/\/[^/]*$/, '')
  folders.set(folder, [...(folders.get(folder) ?? []), vector])
}

test(
  hasAll
    ? `all vectors of ${all.pathname}`
    : `NO VECTORS at ${all.pathname}: the small choice only`,
  () => {
    const cases = [...folders.values()].flat().flatMap(({ post }) => post)
    expect(cases).toHaveLength(hasAll ? 5_986 : 178)
  },
)

test.each([...folders])(
  'state tests of %s',
  async (_, vectors) => {
    const wrong: string[] = []
    for (const vector of vectors)
      for (const expected of vector.post)
        for (const engine of engines) {
          const difference = await judge(engine, vector, expected)
          const { indexes } = expected
          if (difference !== undefined)
            wrong.push(
              `${vector.name} ${JSON.stringify(indexes)}: ${difference}`,
            )
        }
    expect(wrong).toEqual([])
  },
  timeout,
)
