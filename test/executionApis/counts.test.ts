import { expect, test } from 'vitest'
import { readCounts } from './readCounts.js'

test('each difference from the fixtures has its reason in the documents', () => {
  const counts = readCounts()
  expect(counts.size).toBe(41)
  for (const [method, { equal, words, different, reason }] of counts) {
    expect(equal + words + different, method).toBeGreaterThan(0)
    expect(reason !== '', method).toBe(words + different > 0)
  }
})
