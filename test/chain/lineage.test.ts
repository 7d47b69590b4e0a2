import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  append,
  type Lineage,
  newest,
  replace,
} from '../../src/chain/model/lineage.js'

function lineageOf(values: readonly number[]): Lineage<number> {
  let lineage: Lineage<number> | null = null
  for (const value of values) lineage = append(lineage, value)
  if (lineage === null) throw new Error('A lineage has at least one value.')
  return lineage
}

function valuesOf(lineage: Lineage<number>): number[] {
  const values: number[] = []
  for (let link: Lineage<number> | null = lineage; link; link = link.parent)
    values.unshift(link.value)
  return values
}

describe('append', () => {
  test('default', () => {
    const lineage = lineageOf([5, 6, 7])
    expect(valuesOf(lineage)).toEqual([5, 6, 7])
    expect([lineage.depth, lineage.parent?.depth]).toEqual([2, 1])
  })

  test('behavior: leaves the shorter one as it is', () => {
    const shorter = lineageOf([1, 2])
    const branches = [append(shorter, 3), append(shorter, 4)]
    expect(branches.map(valuesOf)).toEqual([
      [1, 2, 3],
      [1, 2, 4],
    ])
    expect(valuesOf(shorter)).toEqual([1, 2])
  })
})

describe('replace', () => {
  test('default', () => {
    const lineage = lineageOf([1, 2, 3])
    expect(valuesOf(replace(lineage, 9))).toEqual([1, 2, 9])
    expect(valuesOf(lineage)).toEqual([1, 2, 3])
  })

  test('behavior: of the only value', () => {
    expect(valuesOf(replace(lineageOf([1]), 9))).toEqual([9])
  })

  test('behavior: depth and jumps are those of a lineage made so', () => {
    const values = Array.from({ length: 40 }, (_, at) => at)
    const replaced = replace(lineageOf([...values.slice(0, -1), -1]), 39)
    const made = lineageOf(values)
    const shape = ({ value, depth, parent, jump }: Lineage<number>) => ({
      value,
      depth,
      parent: parent?.value,
      jump: jump?.value,
    })
    expect(shape(replaced)).toEqual(shape(made))
  })
})

describe('newest', () => {
  test('default', () => {
    const lineage = lineageOf([10, 20, 30])
    const reaches = (most: number) => (value: number) => value <= most
    expect(newest(lineage, reaches(25))?.value).toBe(20)
    expect(newest(lineage, reaches(30))?.value).toBe(30)
    expect(newest(lineage, reaches(10))?.value).toBe(10)
  })

  test('behavior: null where nothing is accepted', () => {
    expect(newest(lineageOf([10, 20]), () => false)).toBe(null)
  })

  test('behavior: it is the link itself, from which all before is there', () => {
    const lineage = lineageOf([10, 20, 30])
    const found = newest(lineage, (value) => value <= 20)
    expect(found).toBe(lineage.parent)
  })

  test('behavior: finds what a walk finds, at any length and depth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: -1, max: 400 }),
        (length, most) => {
          const lineage = lineageOf(Array.from({ length }, (_, at) => at))
          const found = newest(lineage, (value) => value <= most)
          expect(found?.value).toBe(
            most < 0 ? undefined : Math.min(most, length - 1),
          )
        },
      ),
    )
  })

  test('behavior: in logarithmic steps', () => {
    const length = 100_000
    const lineage = lineageOf(Array.from({ length }, (_, at) => at))
    const most = [0, 1, 2, 777, 50_000, 65_535, 65_536, 99_998].map((aim) => {
      let steps = 0
      newest(lineage, (value) => {
        steps++
        return value <= aim
      })
      return steps
    })
    expect(Math.max(...most)).toBeLessThan(120)
  })
})
