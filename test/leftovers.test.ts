import http from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { leftovers, surroundings } from './leftovers.js'

describe('leftovers', () => {
  test('default: none', () => {
    expect(leftovers(surroundings())).toEqual([])
  })

  test('behavior: fake timers', () => {
    const before = surroundings()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
    const found = leftovers(before)
    vi.useRealTimers()
    expect(found.sort()).toEqual(['globalThis.Date', 'globalThis.setTimeout'])
    expect(leftovers(before)).toEqual([])
  })

  test('behavior: globals, also within others, that came or changed', () => {
    const before = surroundings()
    vi.stubGlobal('fetch', () => {})
    vi.stubGlobal('window', globalThis)
    vi.stubEnv('NO_COLOR', 'yes')
    const spy = vi.spyOn(http, 'request')
    const found = leftovers(before)
    spy.mockRestore()
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    expect(found.sort()).toEqual([
      'globalThis.fetch',
      'globalThis.window',
      'http.request',
      'process.env.NO_COLOR',
    ])
    expect(leftovers(before)).toEqual([])
  })

  test('behavior: listeners of the process', () => {
    const before = surroundings()
    const listener = () => {}
    process.on('SIGINT', listener)
    onTestFinished(() => void process.off('SIGINT', listener))
    expect(leftovers(before)).toEqual(['process.on(SIGINT)'])
  })

  test('behavior: what was removed', () => {
    vi.stubEnv('PRESEAL_TEST', 'here')
    const before = surroundings()
    vi.unstubAllEnvs()
    expect(leftovers(before)).toEqual(['process.env.PRESEAL_TEST'])
  })
})
