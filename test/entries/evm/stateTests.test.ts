import { evm } from 'preseal/evm'
import { expect, test } from 'vitest'
import { readVectors } from './readVectors.js'
import { judge } from './stateTest.js'

// Of each folder of the Cancun state tests of ethereum/tests (4c87ebbf02, MIT)
// the two shortest that have at most eight cases. All of them run in
// `stateTests.deep.test.ts`.
const choice = readVectors(new URL('stateTests.jsonl.br', import.meta.url))
const engine = evm()

test('there are vectors to judge by', () => {
  expect(choice.length).toBeGreaterThan(100)
})

test.each(choice)('state test $name', async (vector) => {
  for (const expected of vector.post)
    expect(await judge(engine, vector, expected), expected.hash).toBeUndefined()
})
