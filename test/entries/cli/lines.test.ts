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
    expect(lines.map((line) => JSON.parse(line))).toMatchInlineSnapshot(`
      [
        {
          "chainId": 31337,
          "control": false,
          "type": "ready",
          "url": "http://127.0.0.1:8545",
        },
        {
          "at": 200,
          "blockNumber": 1,
          "gasUsed": 42000,
          "hash": "0x3df1298fa0fe82a7323490daa67528aa3fe6b4b07b6ea2fda615f910c89b1eeb",
          "index": 1,
          "transactions": [
            "0xacf9e1833356f85fa181e27bb680246429912b849466db7151042adfd278572f",
            "0xd49a773f7cc9e939ad819a0de4824942462979715e2416b0b8d6dfdcc52ea936",
          ],
          "type": "beat",
        },
        {
          "blockNumber": 1,
          "hash": "0xd49a773f7cc9e939ad819a0de4824942462979715e2416b0b8d6dfdcc52ea936",
          "index": 2,
          "label": "refund",
          "reason": "requested",
          "type": "dropped",
        },
        {
          "at": 400,
          "blockNumber": 1,
          "gasUsed": 21000,
          "hash": "0xff80ac46cc8b6e21e7e315f29546c03857054590d41278a975772022453a2681",
          "index": 2,
          "transactions": [
            "0xacf9e1833356f85fa181e27bb680246429912b849466db7151042adfd278572f",
          ],
          "type": "beat",
        },
        {
          "at": 600,
          "blockNumber": 1,
          "gasUsed": 42000,
          "hash": "0x2f2ecf297d46e47cfb003162b6911b26e5f29f31babe103096a70d7fb036a2f5",
          "index": 3,
          "transactions": [
            "0xacf9e1833356f85fa181e27bb680246429912b849466db7151042adfd278572f",
            "0x8d7da0aef51b7bde5fe2c6bfb561e48cc74cac60b118ab5fde3a0578c5cf48bc",
          ],
          "type": "beat",
        },
        {
          "at": 1800,
          "blockNumber": 1,
          "gasUsed": 42000,
          "hash": "0x2f2ecf297d46e47cfb003162b6911b26e5f29f31babe103096a70d7fb036a2f5",
          "index": 9,
          "transactions": [
            "0xacf9e1833356f85fa181e27bb680246429912b849466db7151042adfd278572f",
            "0x8d7da0aef51b7bde5fe2c6bfb561e48cc74cac60b118ab5fde3a0578c5cf48bc",
          ],
          "type": "beat",
        },
        {
          "blockNumber": 1,
          "gasUsed": 42000,
          "hash": "0x5a4d443ad6722c988e2508cd9117262df999f17b5bc047a02976bf59f383c73f",
          "timestamp": 1767225602,
          "transactions": [
            "0xacf9e1833356f85fa181e27bb680246429912b849466db7151042adfd278572f",
            "0x8d7da0aef51b7bde5fe2c6bfb561e48cc74cac60b118ab5fde3a0578c5cf48bc",
          ],
          "type": "sealed",
        },
        {
          "at": 2000,
          "blockNumber": 2,
          "gasUsed": 0,
          "hash": "0xb85409bf018d56ad9d4d7a102b0ea82c2157963b731c1623488d8fd08c3e73d0",
          "index": 0,
          "transactions": [],
          "type": "beat",
        },
      ]
    `)
  })
})
