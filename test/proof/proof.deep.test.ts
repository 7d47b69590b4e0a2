import { describe, expect, test } from 'vitest'
import { properties } from './properties/properties.js'
import { readSeeds } from './seeds.js'

const kept = readSeeds()

describe.each(Object.entries(properties))('%s', (key, { name, hold }) => {
  test(`default: ${name}`, async () => {
    expect(await hold(1, 1)).toBeGreaterThan(0)
  })

  for (const seed of kept[key] ?? [])
    test(`behavior: at seed ${seed}, which failed once`, async () => {
      expect(await hold(seed, 10)).toBeGreaterThan(0)
    })
})
