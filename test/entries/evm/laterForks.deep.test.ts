import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compare, runOwn } from './differ.js'
import { readVectors, shared } from './readVectors.js'
import { createScripting } from './scripting.js'
import {
  readEnvironment,
  readState,
  readTransaction,
  type StateTest,
} from './stateTest.js'

const all = new URL('cancun.jsonl.br', shared)
const choice = new URL('stateTests.jsonl.br', import.meta.url)
const engine = createScripting()
const hardforks = ['prague', 'osaka'] as const
/** ethereumjs takes minutes for more. */
const mostGas = 2_000_000n
const hour = 3_600_000

/** Blob transactions and point evaluation are left to the tests of Cancun. */
const vectors = readVectors(existsSync(all) ? all : choice).filter(
  ({ file, transaction }) =>
    transaction.blobVersionedHashes === undefined && !file.includes('4844'),
)

test.each(hardforks)(
  'the state tests of Cancun as ethereumjs has them in %s',
  async (hardfork) => {
    const wrong: string[] = []
    for (const vector of vectors)
      for (const { indexes } of vector.post) {
        const difference = await differIn(hardfork, vector, indexes)
        if (difference !== undefined)
          wrong.push(`${vector.name} ${JSON.stringify(indexes)} ${difference}`)
      }
    expect(wrong).toEqual([])
  },
  24 * hour,
)

async function differIn(
  hardfork: (typeof hardforks)[number],
  vector: StateTest,
  indexes: StateTest['post'][number]['indexes'],
): Promise<string | undefined> {
  const transaction = readTransaction(vector.transaction, indexes)
  if (transaction.gas > mostGas) return undefined
  const surroundings = {
    environment: { ...readEnvironment(vector), hardfork },
    createState: () => readState(vector),
  }
  const own = runOwn(engine, transaction, surroundings)
  return compare(own, transaction, surroundings)
}
