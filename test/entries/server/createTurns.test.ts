import { describe, expect, test } from 'vitest'
import { createTurns } from '../../../src/entries/server/createTurns.js'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('createTurns', () => {
  test('default: a few write at once, and again when there is more', () => {
    const turn = createTurns()
    const said: string[] = []
    const once = (name: string) => () => {
      said.push(name)
      return false
    }
    turn(once('a'))
    turn(once('b'))
    turn(once('a'))
    expect(said).toEqual(['a', 'b', 'a'])
  })

  test('behavior: at most 256 writes in one turn, and nobody overtakes', async () => {
    const turn = createTurns()
    const said: number[] = []
    for (let writer = 0; writer < 600; writer++)
      turn(() => {
        said.push(writer)
        return false
      })
    const counts = [said.length]
    while (said.length < 600) {
      await nextTurn()
      counts.push(said.length)
    }
    expect([...new Set(counts)]).toEqual([256, 512, 600])
    expect(said).toEqual(Array.from({ length: 600 }, (_, writer) => writer))
  })

  test('behavior: whoever has more waits for the others', async () => {
    const turn = createTurns()
    const said: string[] = []
    const writer = (name: string) => {
      let left = 200
      return () => {
        said.push(name)
        return --left > 0
      }
    }
    turn(writer('a'))
    turn(writer('b'))
    // Whoever comes while others write gets in line.
    expect(said).toEqual(['a'])
    while (said.length < 400) await nextTurn()
    const lead = said.map((_, at) => {
      const until = said.slice(0, at + 1)
      return until.filter((name) => name === 'a').length * 2 - until.length
    })
    expect([Math.min(...lead), lead.at(-1), Math.max(...lead)]).toEqual([
      0, 0, 2,
    ])
  })

  test('behavior: in a new turn there is room for 256 again', async () => {
    const turn = createTurns()
    let count = 0
    const write = () => {
      count++
      return false
    }
    for (const wanted of [256, 512, 768]) {
      while (count < wanted) turn(write)
      await nextTurn()
      await nextTurn()
    }
    turn(write)
    expect(count).toBe(769)
  })
})
