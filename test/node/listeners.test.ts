import { createMockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { funded } from './actors.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('commit, then tell', () => {
  test('behavior: what a listener changes, the next one sees', () => {
    const node = createMockNode(funded)
    const seen: number[] = []
    node.on('beat', () => node.fault({ type: 'null' }))
    node.on('beat', () => seen.push(node.snapshot().now))
    node.advance(400)
    expect(seen).toEqual([200, 400])
  })
})

describe('a listener that throws', () => {
  test('behavior: of several, ten that differ are listed', () => {
    const node = createMockNode()
    node.on('beat', ({ index }) => {
      throw new Error(`index ${index}`)
    })
    node.on('sealed', () => {
      throw new RangeError('A sentence.')
    })
    let caught: unknown
    try {
      node.advance(4_000)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(AggregateError)
    const { message, errors } = caught as AggregateError
    expect(message).toBe(
      '22 errors: index 1; index 2; index 3; index 4; index 5; index 6; index 7; index 8; index 9; A sentence; and 1 more',
    )
    expect(errors).toHaveLength(10)
    expect(errors[0]).toEqual(new Error('index 1'))
    expect(errors[9]).toEqual(new RangeError('A sentence.'))
  })

  test('behavior: the same error, however often, is thrown as it is', () => {
    const node = createMockNode()
    const own = new Error('mine')
    node.on('beat', () => {
      throw own
    })
    expect(() => node.nextBlock()).toThrow(own)
  })
})

describe('moving time inside a listener', () => {
  test('behavior: uncaught in the listener, it is what advance throws', () => {
    const node = createMockNode()
    node.on('beat', () => node.advance(200))
    expect(() => node.advance(600)).toThrow('inside a listener')
    expect(node.now).toBe(600)
  })
})
