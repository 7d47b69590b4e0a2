import FakeTimers from '@sinonjs/fake-timers'
import {
  type Exploration,
  explore,
  formatExploration,
  formatFinding,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { byOne, byTwo } from './planted.js'

const usual = { timers: FakeTimers, duration: 6_000 }

function said({ findings, ...exploration }: Exploration): string {
  return findings.length === 0
    ? formatExploration({ findings, ...exploration })
    : findings.map(formatFinding).join()
}

describe.each(Object.entries(byOne))('%s', (_, { body, options }) => {
  test('is found by default', async () => {
    const found = await explore(body, { ...usual, ...options })
    expect(found.findings, said(found)).toHaveLength(1)
    expect(found.findings[0]?.mishaps, said(found)).toHaveLength(1)
  })
})

describe.each(Object.entries(byTwo))('%s', (_, { body, options }) => {
  test('is found by a pair, within 400 runs', async () => {
    const found = await explore(body, { ...usual, ...options, pairs: 400 })
    expect(found.findings, said(found)).toHaveLength(1)
    expect(found.findings[0]?.mishaps, said(found)).toHaveLength(2)
    expect(found.tried).toBeLessThanOrEqual(400)
  })
})
