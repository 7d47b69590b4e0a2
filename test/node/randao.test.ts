import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'

const dice = '0x00000000000000000000000000000000000d1ce0'
const beacon = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const zero = word(0)

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

type Words = { mixHash: string; parentBeaconBlockRoot: string }

async function wordsOf(node: MockNode, numbers: readonly number[]) {
  const blocks = numbers.map(
    (number): Promise<Words> =>
      ask(node, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false),
  )
  return (await Promise.all(blocks)).map(
    ({ mixHash, parentBeaconBlockRoot }) => [mixHash, parentBeaconBlockRoot],
  )
}

const create = (options: MockNodeOptions = {}) =>
  createMockNode({
    engine: evm(),
    // Returns PREVRANDAO.
    accounts: { [dice]: { code: '0x445f5260205ff3' } },
    ...options,
  })

describe('PREVRANDAO and the parent beacon root', () => {
  test('regression: every block drew the same number (Hardhat: "mixHash value changes from block to block", "different parentBeaconBlockRoot values")', async () => {
    const node = create()
    node.nextBlock(20)
    const words = (await wordsOf(node, [1, 2, 3, 10, 20])).flat()
    expect(new Set(words).size).toBe(words.length)
    for (const each of words) expect(BigInt(each)).toBeGreaterThan(1n)
    expect(await wordsOf(node, [0])).toEqual([[zero, zero]])
  })

  test('behavior: the opcode, the contract of EIP-4788 and the headers agree (ganache: "uses the block\'s mixhash value as the PREVRANDAO opcode")', async () => {
    const node = create()
    node.nextBlock(4)
    for (const number of ['0x1', '0x3', 'latest', 'pending']) {
      const block = (await ask(
        node,
        'eth_getBlockByNumber',
        number,
        false,
      )) as Words & { timestamp: string }
      expect(await ask(node, 'eth_call', { to: dice }, number)).toBe(
        block.mixHash,
      )
      const data = word(Number(block.timestamp))
      const call = { to: beacon, data }
      expect(await ask(node, 'eth_call', call, 'pending')).toBe(
        block.parentBeaconBlockRoot,
      )
    }
  })

  test('behavior: hardhat_setPrevRandao sets the value of the next block alone', async () => {
    const node = create()
    node.nextBlock()
    await node.control.request({
      method: 'hardhat_setPrevRandao',
      params: [word(7)],
    } as never)
    expect(await ask(node, 'eth_call', { to: dice }, 'pending')).toBe(word(7))
    node.nextBlock(3)
    const [two, three, four] = await wordsOf(node, [2, 3, 4])
    expect(two?.[0]).toBe(word(7))
    expect(new Set([two?.[0], three?.[0], four?.[0]]).size).toBe(3)
  })
})
