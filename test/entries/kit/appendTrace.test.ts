import { describe, expect, test } from 'vitest'
import { errorsOfTest } from '../../../src/entries/jest/jestState.js'
import { appendTrace } from '../../../src/entries/kit/story/stories.js'

describe('appendTrace', () => {
  test('default: in what is printed, message and stack', () => {
    const error = {
      message: 'it $& broke',
      stack: 'Error: it $& broke\n  at x',
    }
    appendTrace(error, '0 ms  sealed')
    const told = 'it $& broke\n\n0 ms  sealed\n'
    expect(error).toEqual({ message: told, stack: `Error: ${told}\n  at x` })
  })

  test('behavior: what a matcher has told is not told twice', () => {
    const error = { message: 'What happened on chain 1 from 0 to 1 ms:' }
    appendTrace(error, '0 ms  sealed')
    expect(error.message).toBe('What happened on chain 1 from 0 to 1 ms:')
    const other = { message: 'broke' }
    appendTrace(other, '')
    expect(other.message).toBe('broke')
  })
})

describe('errorsOfTest', () => {
  test('default: none outside of jest', () => {
    expect(errorsOfTest()).toEqual([])
  })

  test('behavior: a time-out, which is text, was left out', () => {
    const key = Symbol('JEST_STATE_SYMBOL')
    const place = { message: '', stack: 'Error: \n    at x\n    at y' }
    const timedOut = ['Exceeded timeout of 5 ms.', place]
    const state = { currentlyRunningTest: { errors: [timedOut] } }
    Object.assign(globalThis, { [key]: state })
    const [error] = errorsOfTest()
    Reflect.deleteProperty(globalThis, key)
    expect(error?.message).toBe('Exceeded timeout of 5 ms.')
    appendTrace(error ?? {}, '0 ms  sealed')
    const told = 'Exceeded timeout of 5 ms.\n\n0 ms  sealed\n'
    expect(timedOut[0]).toBe(place)
    expect(error?.message).toBe(told)
    expect(place).toEqual({
      message: told,
      stack: `Error: ${told}\n    at x\n    at y`,
    })
  })

  test.each([
    ['a text', 'a text'],
    [null, 'thrown: null'],
    [{ code: 4 }, 'thrown: {"code":4}'],
  ])('behavior: %j, which is no error, was left out', (thrown, message) => {
    const key = Symbol('JEST_STATE_SYMBOL')
    const place = { message: '', stack: 'Error: \n    at x' }
    const state = { currentlyRunningTest: { errors: [[thrown, place]] } }
    Object.assign(globalThis, { [key]: state })
    const [error] = errorsOfTest()
    Reflect.deleteProperty(globalThis, key)
    appendTrace(error ?? {}, '0 ms  sealed')
    expect(place.stack).toBe(`Error: ${message}\n\n0 ms  sealed\n\n    at x`)
  })

  test('behavior: where jest keeps them, alone or with where they were', () => {
    const key = Symbol('JEST_STATE_SYMBOL')
    const [one, other] = [new Error('one'), new Error('other')]
    const currentlyRunningTest = {
      errors: [one, [other, new Error()], ['x', 1]],
    }
    Object.assign(globalThis, { [key]: { currentlyRunningTest } })
    expect(errorsOfTest()).toEqual([one, other])
    Object.assign(globalThis, { [key]: { currentlyRunningTest: null } })
    expect(errorsOfTest()).toEqual([])
    Reflect.deleteProperty(globalThis, key)
  })
})
