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
          "hash": "0x361033c2dba6cacb4b7dc7afcef384ef94f75d6302fb8c2ca5d1d4afccfef51b",
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
          "hash": "0x6b65c05fc3b0f98341b8c93dacd7411e87839b09f896117a2ed07f6e0637f81e",
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
          "hash": "0x02c017305d02551dcec0d0f23e97b73fae6d3196de967d3acbf0830d70cf4ee1",
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
          "hash": "0x02c017305d02551dcec0d0f23e97b73fae6d3196de967d3acbf0830d70cf4ee1",
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
          "hash": "0xba84a1cf0ff743a622fc954cce35c3b36225e1169c0819eaae362f27105a70dc",
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
          "hash": "0xbed4b008d1d03ef5a25c22cae9db562d622ec0c134ff810cb2ee5cd3f1ff02fb",
          "index": 0,
          "transactions": [],
          "type": "beat",
        },
      ]
    `)
  })
})
