import { expect, test } from 'vitest'
import { givenNumber } from './givenNumber.js'
import { formatCounts, type Progress, readProgress } from './progress.js'
import { properties } from './properties/properties.js'
import type { Property } from './property.js'
import { keepSeed } from './seeds.js'

const steps = givenNumber('STEPS', 1_000_000)
const minutes = givenNumber('MINUTES', 24 * 60)
const firstSeed = givenNumber('SEED', 2)
const laws = process.env.LAWS?.split(' ') ?? Object.keys(properties)
for (const law of laws)
  if (!(law in properties))
    throw new Error(
      `LAWS: no law ${law}, but ${Object.keys(properties).join(', ')}`,
    )
const casesOfRound = 10

const wanted: { readonly [unit in Property['unit']]: number } = {
  steps,
  'requests and files': steps,
  programs: Math.ceil(steps / 10),
}

function countOf(progress: Progress, unit: Property['unit']): number {
  return Object.entries(properties)
    .filter(([, property]) => property.unit === unit)
    .reduce((sum, [key]) => sum + (progress.of(key).tried ?? 0), 0)
}

/** The unfinished property that had the least time. */
function nextOf(progress: Progress): string | undefined {
  const due = laws.filter((key) => {
    const { unit } = properties[key] as Property
    return countOf(progress, unit) < wanted[unit]
  })
  return due.sort(
    (one, other) => progress.of(one).ms - progress.of(other).ms,
  )[0]
}

test(
  'every property holds',
  async () => {
    const progress = readProgress(firstSeed)
    const until = performance.now() + minutes * 60_000
    const failures: string[] = []
    let shownAt = performance.now()
    for (;;) {
      const key = nextOf(progress)
      const start = performance.now()
      if (key === undefined || start > until) break
      const { next: seed } = progress.of(key)
      const { hold } = properties[key] as Property
      let tried = 0
      try {
        tried = await hold(seed, casesOfRound)
      } catch (error) {
        keepSeed(key, seed)
        const { cause = error } = error as Error
        failures.push(`${key}, seed ${seed}: ${error}\n${cause}`)
        process.stdout.write(`${failures.at(-1)}\n`)
      }
      progress.add(key, tried, performance.now() - start)
      if (performance.now() < shownAt + 10_000) continue
      shownAt = performance.now()
      process.stdout.write(`${formatCounts(progress)}\n`)
    }
    process.stdout.write(`${formatCounts(progress)}\n`)
    expect(failures).toEqual([])
  },
  7 * 24 * 3_600_000,
)
