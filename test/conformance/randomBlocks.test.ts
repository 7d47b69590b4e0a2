import { describe, expect, test } from 'vitest'
import { runs } from '../runs.js'
import { recomputeRandomBlocks } from './randomBlocks.js'

describe('blocks of any contents', () => {
  test('behavior: some of them recompute', async () => {
    const seen = await recomputeRandomBlocks(runs(12))
    expect(seen.size).toBeGreaterThan(10)
  })
})
