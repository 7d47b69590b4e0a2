import { createMockNode, type MockNodeOptions, parseScenario } from 'preseal'
import { base, ethereum } from 'preseal/chains'
import { parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { sampleRecord, word } from './sample.js'

const l1Block = '0x4200000000000000000000000000000000000015'

const forked = (options: MockNodeOptions, record: object = sampleRecord()) =>
  createMockNode({ fork: parseFork(record), ...options })

const ofOp = () => {
  const record = sampleRecord()
  const storage = { ...record.storage, [l1Block]: { [word(0)]: word(77) } }
  return { ...record, storage }
}

const read = (node: ReturnType<typeof forked>) =>
  node.view().request({
    method: 'eth_getBlockByNumber',
    params: ['latest', true],
  })

describe('options and a profile beside a fork', () => {
  test('default: the record says what its block is like, the profile the rest', () => {
    const node = forked({ profile: ethereum() })
    expect(node.chain).toMatchObject({ id: 1, blockTime: 12_000 })
    expect(read(node)).toMatchObject({
      number: '0x64',
      timestamp: '0x68000000',
      baseFeePerGas: '0x7',
    })
    node.nextBlock()
    // The record's, and not that of the profile.
    expect(read(node)).toMatchObject({
      number: '0x65',
      timestamp: '0x6800000c',
      gasLimit: '0x1c9c380',
    })
  })

  test('behavior: roots of a state that no record holds stay zero', () => {
    const profile = {
      name: 'Own',
      options: { pendingStateRoot: 'everyBeat' },
    } as const
    expect(() => forked({ profile })).not.toThrow()
    expect(() => forked({ pendingStateRoot: 'everyBeat' })).toThrow(
      'Option "pendingStateRoot" is "everyBeat", expected "atSeal", as nobody knows the state roots of a fork. They are zero in all blocks above it.',
    )
  })

  test('behavior: options win over the record, and null leaves out deposits', () => {
    const node = forked({ l1Attributes: null }, ofOp())
    node.nextBlock()
    expect(read(node)).toMatchObject({ transactions: [] })
  })

  test('error: a profile of another chain', () => {
    expect(() => forked({ profile: base() })).toThrow(
      'Option "profile" is "Base", whose chain is 8453, expected one of chain 1, which is the chain of the fork\'s record.',
    )
  })

  test('error: another chain, a time before its block', () => {
    expect(() => forked({ chainId: 5 })).toThrow(
      'Option "chainId" is 5, expected 1, the chain of the fork\'s record. Leave it out, or give the record of that chain.',
    )
    expect(() => forked({ timestamp: 0x67ffffffn })).toThrow(
      'Option "timestamp" is 1744830463, expected at least 1744830464, the time of the fork\'s block.',
    )
    const node = forked({ timestamp: 0x68000000n, chainId: 1 })
    expect(read(node)).toMatchObject({ timestamp: '0x68000000' })
  })

  test('error: a text that nobody has parsed', () => {
    expect(() => createMockNode({ fork: '{}' as never })).toThrow(
      'Option "fork" is "{}", expected the record of a fork that "parseFork" has read. Record it with the command "preseal fork", and write fork: parseFork(text), with parseFork of "preseal/fork".',
    )
    expect(() => parseScenario({ version: 1, fork: sampleRecord() })).toThrow(
      'expected nothing, as a record is a file of its own. Give it to the node: createMockNode({ ...scenario, fork }).',
    )
  })

  test('error: who says what is named', () => {
    const profile = {
      name: 'Own',
      options: { header: { elasticityMultiplier: 40_000_000 } },
    } as const
    expect(() => forked({ profile })).toThrow(
      'Option "header.gasLimit" is 30000000n by the record of "fork", expected at least "elasticityMultiplier", which is 40000000 by profile "Own".',
    )
  })
})
