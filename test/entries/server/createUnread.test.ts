import { describe, expect, test } from 'vitest'
import { createUnread } from '../../../src/entries/server/createUnread.js'

const mib = 2 ** 20

/** Readers by name, and the names of those that were shed, in order. */
function readers() {
  const unread = createUnread()
  const shed: string[] = []
  const join = (name: string) => unread.join(() => shed.push(name))
  return { join, shed }
}

describe('createUnread', () => {
  test('default: nobody is shed who takes what comes', () => {
    const { join, shed } = readers()
    const reader = join('one')
    for (let count = 0; count < 1_000; count++) {
      reader.add(mib)
      reader.take(mib)
    }
    expect(shed).toEqual([])
  })

  test('behavior: a reader is shed beyond 16 MiB, but never for one message', () => {
    const { join, shed } = readers()
    const one = join('one')
    one.add(20 * mib)
    expect(shed).toEqual([])
    one.take(20 * mib)
    for (let count = 0; count < 16; count++) one.add(mib)
    expect(shed).toEqual([])
    one.add(1)
    expect(shed).toEqual(['one'])
    one.add(mib)
    one.take(mib)
    expect(shed).toEqual(['one'])
  })

  test('behavior: beyond 256 MiB in sum, the furthest behind are shed until half is left', () => {
    const { join, shed } = readers()
    for (let count = 0; count < 16; count++) join(`far ${count}`).add(12 * mib)
    for (let count = 0; count < 16; count++) join(`near ${count}`).add(4 * mib)
    expect(shed).toEqual([])
    join('last').add(mib)
    expect(shed).toEqual(Array.from({ length: 11 }, (_, at) => `far ${at}`))
  })

  test('behavior: whoever is gone counts no more', () => {
    const { join, shed } = readers()
    for (let count = 0; count < 100; count++) {
      const reader = join('gone')
      reader.add(16 * mib)
      reader.leave()
    }
    expect(shed).toEqual([])
  })
})
