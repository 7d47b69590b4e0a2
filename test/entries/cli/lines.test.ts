import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import {
  jsonLines,
  type Lines,
  textLines,
} from '../../../src/entries/cli/lines.js'
import { alice, bob, ether } from '../../conformance/actors.js'

const server = {
  url: 'http://127.0.0.1:8545',
  chainId: 31_337,
  control: false,
  hasWallet: false,
}

/** Two blocks, told: a payment, one that is dropped, and a large one. */
function story(lines: Lines): string {
  const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
  const told: string[] = [lines.ready(server)]
  node.on('beat', (event) => told.push(lines.beat(event)))
  node.on('sealed', (event) => told.push(lines.sealed(event)))
  node.on('dropped', (event) => told.push(lines.dropped(event)))
  node.preconfirm({ from: alice, to: bob, value: 1n })
  const hash = node.preconfirm({ from: alice, to: bob, label: 'refund' })
  node.nextBeat()
  node.drop(hash)
  node.nextBeat()
  node.preconfirm({ from: alice, to: bob, gas: 60_000_000n - 21_000n })
  node.nextBlock()
  node.dispose()
  return told.filter((_, index) => index < 5 || index > 9).join('')
}

describe('textLines', () => {
  test('default: columns that line up', () => {
    const page = readFileSync('docs/guide/serving.md', 'utf8')
    const [, shown] = /```text\n(.*?)```/s.exec(page) ?? []
    expect(story(textLines({ hasColours: false, quiet: false }))).toBe(shown)
  })

  test('options: hasColours', () => {
    const plain = story(textLines({ hasColours: false, quiet: false }))
    const coloured = story(textLines({ hasColours: true, quiet: false }))
    expect(stripVTControlCharacters(coloured)).toBe(plain)
    expect(coloured).toContain('\u001b[32msealed ')
  })

  test('options: quiet', () => {
    const { ready } = textLines({ hasColours: true, quiet: true })
    expect(ready({ ...server, control: true })).toBe('http://127.0.0.1:8545\n')
  })

  test('behavior: it says when control verbs drive the node', () => {
    const { ready } = textLines({ hasColours: false, quiet: false })
    expect(ready({ ...server, control: true })).toContain(
      'http://127.0.0.1:8545, chain 31337, driven by control methods\n',
    )
  })

  test('behavior: a hash that rests on too many blocks is left out', () => {
    const node = createMockNode()
    const told: string[] = []
    node.advance(2_000 * 1_200_000)
    const { beat, sealed } = textLines({ hasColours: false, quiet: false })
    node.on('beat', (event) => told.push(beat(event)))
    node.on('sealed', (event) => told.push(sealed(event)))
    node.nextBlock()
    expect(told.map((line) => line.endsWith('  -\n'))).toEqual(
      told.map(() => true),
    )
    expect(told).toHaveLength(11)
  })
})

describe('jsonLines', () => {
  test('default: an object a line', () => {
    const lines = story(jsonLines).trimEnd().split('\n')
    const told = lines.map((line) => JSON.parse(line))
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    const { hasWallet: _, ...ready } = server
    const beat = { type: 'beat', blockNumber: 1, hash, gasUsed: 42_000 }
    const [first, , , , , last] = told.slice(1)
    const [pay, refund] = first.transactions
    expect([pay, refund, last.transactions[1]]).toEqual([hash, hash, hash])
    const transactions = [pay, last.transactions[1]]
    expect(told).toEqual([
      { type: 'ready', ...ready },
      { ...beat, at: 200, index: 1, transactions: [pay, refund] },
      {
        type: 'dropped',
        hash: refund,
        label: 'refund',
        reason: 'requested',
        blockNumber: 1,
        index: 2,
      },
      { ...beat, at: 400, index: 2, gasUsed: 21_000, transactions: [pay] },
      { ...beat, at: 600, index: 3, transactions },
      { ...beat, at: 1_800, index: 9, transactions },
      {
        type: 'sealed',
        blockNumber: 1,
        hash,
        gasUsed: 42_000,
        timestamp: 1_767_225_602,
        transactions,
      },
      {
        ...beat,
        at: 2_000,
        blockNumber: 2,
        index: 0,
        gasUsed: 0,
        transactions: [],
      },
    ])
  })
})
