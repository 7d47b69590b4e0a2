import { describe, expect, test } from 'vitest'
import { runs } from '../runs.js'
import { recomputeRandomBlocks } from './randomBlocks.js'

describe('blocks of any contents', () => {
  test('default: recompute from their JSON and that of their receipts', async () => {
    const seen = await recomputeRandomBlocks(runs(500))
    // Three outcomes of five types, one of which creates nothing.
    expect(seen.size).toBe(27)
  })
})
