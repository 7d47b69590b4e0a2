import { readFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { formatFork, parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { outcomeOf, type Receipt, replay } from './replay.js'

const read = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')

const { raw, receipts } = JSON.parse(read('receipts.json')) as {
  raw: string[]
  receipts: Receipt[]
}

describe('a recorded fork of anvil, with OpenZeppelin and Uniswap', () => {
  test('behavior: receipts, gas and logs are those that anvil gives', async () => {
    const node = createMockNode({
      fork: parseFork(read('fork.json')),
      engine: evm(),
    })
    const own = (await replay(node, raw)) as Receipt[]
    expect(own.map(outcomeOf)).toEqual(receipts.map(outcomeOf))
    expect(own.map(({ status }) => status)).toEqual([
      '0x1',
      '0x1',
      '0x0',
      '0x1',
      '0x1',
      '0x1',
      '0x0',
      '0x1',
      '0x1',
      '0x1',
    ])
  })

  test('behavior: the record is written as it was read', () => {
    const text = read('fork.json')
    expect(formatFork(parseFork(text))).toBe(text)
  })
})
