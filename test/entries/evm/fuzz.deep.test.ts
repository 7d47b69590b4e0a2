import { evm } from 'preseal/evm'
import { expect, test } from 'vitest'
import { differ } from './differ.js'
import { differBlock } from './differBlock.js'
import { createScripting } from './scripting.js'

/** How many programs, and the seed of the first: `RUNS=100000 SEED=0`. */
const runs = Number(process.env.RUNS ?? 600)
const first = Number(process.env.SEED ?? 1_000)
const engines = [evm(), createScripting()] as const
const hours = 3_600_000
const hardforks = ['prague', 'osaka', 'amsterdam'] as const

test(
  `${runs} random programs as ethereumjs has them`,
  async () => {
    const wrong: string[] = []
    for (let seed = first; seed < first + runs; seed++) {
      const hardfork = hardforks[seed % 3] ?? 'osaka'
      const engine = engines[Math.floor(seed / 3) % 2] ?? engines[0]
      const difference = await differ(engine, seed, hardfork)
      if (difference !== undefined)
        wrong.push(`seed ${seed} in ${hardfork}: ${difference}`)
    }
    expect(wrong).toEqual([])
  },
  24 * hours,
)

/** A block has a few programs. */
const blocks = Math.ceil(runs / 10)

test(
  `${blocks} random blocks as ethereumjs has them`,
  async () => {
    const wrong: string[] = []
    for (let seed = first; seed < first + blocks; seed++) {
      const difference = await differBlock(seed, 'amsterdam')
      if (difference !== undefined) wrong.push(`seed ${seed}: ${difference}`)
    }
    expect(wrong).toEqual([])
  },
  24 * hours,
)
