import { createMockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { ask } from '../../calls/ask.js'

const history = '0x0000f90827f1c53a10cb7a02335b175320002935'
const beaconRoots = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const copy = '0x000000000000000000000000000000000000c0de'
const root: Hex = `0x${'be'.repeat(32)}`
/** The length of both rings. */
const slots = 8_191n

const word = (value: bigint | Hex) => toHex(BigInt(value), { size: 32 })

type Block = { number: Hex; hash: Hex; timestamp: Hex; stateRoot: Hex }

const options: MockNodeOptions = {
  engine: evm(),
  header: { parentBeaconBlockRoot: root },
}

const open = () => createMockNode(options)
type Node = ReturnType<typeof open>

const blockAt = (node: Node, block: string) =>
  ask(node, 'eth_getBlockByNumber', block, false) as Promise<Block>

const call = (node: Node, to: string, data: Hex, block = 'latest') =>
  ask(node, 'eth_call', { to, data }, block)

/** What the bytecode that is shown answers from these slots. */
const callCode = async (
  node: Node,
  address: string,
  data: Hex,
  stateDiff: { [slot: Hex]: Hex },
) => {
  const code = await ask(node, 'eth_getCode', address)
  const overrides = { [copy]: { code, stateDiff } }
  return ask(node, 'eth_call', { to: copy, data }, 'latest', overrides)
}

describe('the contract of EIP-4788', () => {
  test('default: the root of a block by its timestamp, as its bytecode has it', async () => {
    const node = open()
    node.nextBlock(5)
    const { timestamp } = await blockAt(node, '0x3')
    const asked = word(timestamp)
    expect(await call(node, beaconRoots, asked)).toBe(root)
    expect(await call(node, beaconRoots, asked, 'pending')).toBe(root)
    const at = BigInt(timestamp) % slots
    expect(
      await callCode(node, beaconRoots, asked, {
        [word(at)]: asked,
        [word(at + slots)]: root,
      }),
    ).toBe(root)
  })

  test('behavior: of itself a block knows it, of later ones nothing', async () => {
    const node = open()
    node.nextBlock(5)
    const { timestamp } = await blockAt(node, '0x3')
    const asked = word(timestamp)
    expect(await call(node, beaconRoots, asked, '0x3')).toBe(root)
    const reverted = { code: 3, message: 'execution reverted', data: '0x' }
    expect(await call(node, beaconRoots, asked, '0x2')).toEqual(reverted)
    const between = word(BigInt(timestamp) + 1n)
    expect(await call(node, beaconRoots, between)).toEqual(reverted)
    expect(await call(node, beaconRoots, word(0n))).toEqual(reverted)
    expect(await call(node, beaconRoots, '0x')).toEqual(reverted)
    const pending = await blockAt(node, 'pending')
    const own = word(pending.timestamp)
    expect(await call(node, beaconRoots, own, 'pending')).toBe(root)
    expect(await call(node, beaconRoots, own)).toEqual(reverted)
  })

  test('behavior: it forgets after 8,191 blocks', async () => {
    const node = open()
    const { timestamp } = await blockAt(node, '0x0')
    node.nextBlock(8_190)
    expect(await call(node, beaconRoots, word(timestamp))).toBe(root)
    node.nextBlock()
    expect(await call(node, beaconRoots, word(timestamp))).toMatchObject({
      code: 3,
    })
  })
})

describe('the contract of EIP-2935', () => {
  test('default: the bytecode that is shown answers as it does', async () => {
    const node = open()
    node.nextBlock(5)
    const { number, hash } = await blockAt(node, '0x3')
    const asked = word(number)
    expect(await call(node, history, asked)).toBe(hash)
    expect(await callCode(node, history, asked, { [asked]: word(hash) })).toBe(
      hash,
    )
  })
})

test('behavior: before Prague there is no contract of EIP-2935', async () => {
  const asked = word(1n)
  for (const engine of [evm(), undefined]) {
    const node = createMockNode({ ...options, engine, hardfork: 'cancun' })
    node.nextBlock(2)
    const { timestamp } = await blockAt(node, '0x1')
    expect(await ask(node, 'eth_getCode', history)).toBe('0x')
    expect(await call(node, history, asked)).toEqual(
      engine === undefined
        ? expect.objectContaining({
            message: expect.stringContaining(`${history} has no code`),
          })
        : '0x',
    )
    expect(await call(node, beaconRoots, word(timestamp))).toBe(root)
    const prague = createMockNode({ ...options, engine, hardfork: 'prague' })
    prague.nextBlock(2)
    expect(await call(prague, history, asked)).toBe(
      (await blockAt(prague, '0x1')).hash,
    )
  }
})

test('contracts that nobody could read looked as if they were not there', async () => {
  const node = open()
  for (const address of [history, beaconRoots]) {
    const code = (await ask(node, 'eth_getCode', address)) as Hex
    expect(code.startsWith('0x3373ffff')).toBe(true)
    expect(await ask(node, 'eth_getAccountInfo', address)).toEqual({
      balance: '0x0',
      nonce: '0x0',
      code,
    })
  }
})
