import { expect, test } from 'vitest'
import { unhashedThrough } from '../../src/chain/lookup/blockHash.js'
import { type BlockRun, newRunMemo } from '../../src/chain/model/blockRun.js'
import { append, type Lineage } from '../../src/chain/model/lineage.js'

test('the story of a long test counted, at each line, all blocks before it', () => {
  let visited = 0
  let sealed: Lineage<BlockRun> | null = null
  for (let first = 0; first < 5_000; first++)
    sealed = append(sealed, {
      count: 1,
      get memo() {
        visited++
        return newRunMemo()
      },
    } as unknown as BlockRun)
  if (sealed === null) throw new Error('There are blocks.')
  expect(unhashedThrough(sealed, 0, 1_000).missing).toBe(1_001)
  expect(visited).toBe(1_001)
  expect(unhashedThrough(sealed, 0).missing).toBe(5_000)
})
