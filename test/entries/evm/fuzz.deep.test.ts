import { evm } from 'preseal/evm'
import { expect, test } from 'vitest'
import { differ } from './differ.js'

/** How many programs, and the seed of the first: `RUNS=100000 SEED=0`. */
const runs = Number(process.env.RUNS ?? 600)
const first = Number(process.env.SEED ?? 1_000)
const engine = evm()
const hours = 3_600_000

test(
  `${runs} random programs as ethereumjs has them`,
  async () => {
    const wrong: string[] = []
    for (let seed = first; seed < first + runs; seed++) {
      const hardfork = seed % 2 === 0 ? 'osaka' : 'prague'
      const difference = await differ(engine, seed, hardfork)
      if (difference !== undefined)
        wrong.push(`seed ${seed} in ${hardfork}: ${difference}`)
    }
    expect(wrong).toEqual([])
  },
  24 * hours,
)
