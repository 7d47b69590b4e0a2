// @vitest-environment jsdom
import FakeTimers from '@sinonjs/fake-timers'
import {
  explore,
  type Finding,
  formatFinding,
  formatFound,
  parseFound,
} from 'preseal/explore'
import { afterAll, describe, expect, test } from 'vitest'
import { apps } from './apps/apps.js'
import { others } from './apps/others/others.js'

const sentence = ({ invariant, text, mishaps }: Finding) =>
  `${invariant}: ${text}; when ${mishaps.map(({ name }) => name).join(', and ')}`

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

describe.each([...apps, ...others])(
  '$name',
  ({ test: body, options, tells }) => {
    test('is found', async () => {
      const found = await explore(body(false), {
        ...options,
        timers: FakeTimers,
      })
      expect(found.findings.map(sentence).join()).toMatch(tells)
      const [finding] = found.findings as [Finding]
      expect(finding.mishaps).toHaveLength(1)

      // A replay from its file equals it to the byte.
      const kept = parseFound(formatFound('a test', finding))
      const again = await explore(body(false), {
        ...options,
        timers: FakeTimers,
        runs: 0,
        found: [kept.mishaps],
      })
      expect(kept.mishaps).toEqual(finding.mishaps)
      expect(again.findings.map(formatFinding)).toEqual([
        formatFinding(finding),
      ])
    })

    test('is not found where it is mended', async () => {
      const found = await explore(body(true), {
        ...options,
        timers: FakeTimers,
        bail: 5,
      })
      expect(found.findings.map(sentence)).toEqual([])
      expect(found.endedEarlyBy).toBe(null)
      expect(found.unjudged).toEqual([])
    })
  },
)
