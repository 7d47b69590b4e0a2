import { createMockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, funded } from './actors.js'
import { readBlock } from './reads.js'

const scripted = (timeline: MockNodeOptions['steps']) =>
  createMockNode({ ...funded, steps: timeline })

describe('a step that cannot run', () => {
  const poor = [
    { at: 500, type: 'preconfirm', from: carol, to: bob, value: 1n },
    { at: 500, type: 'setBalance', address: bob, value: 1n },
    { at: 700, type: 'preconfirm', from: carol, to: bob, value: 2n },
    { at: 900, type: 'setBalance', address: bob, value: 2n },
  ] as const

  test('behavior: it is thrown once', () => {
    const node = scripted(poor)
    expect(() => node.advance(500)).toThrow('needs 1 wei')
    node.advance(100)
    expect(() => node.advance(100)).toThrow('needs 2 wei')
    node.advance(100)
    expect(node.now).toBe(800)
  })

  test('behavior: a drop at the block’s last beat is in time', async () => {
    const node = scripted([
      { at: 0, type: 'preconfirm', label: 'a', from: alice, to: bob },
      { at: 1_800, type: 'drop', transaction: 'a' },
    ])
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
  })
})
