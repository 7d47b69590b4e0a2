import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import {
  alice,
  block,
  bob,
  counter,
  counterCode,
  gone,
  miner,
  sampleRecord,
  word,
} from './sample.js'

const forked = (options: object = {}) =>
  createMockNode({
    fork: parseFork(sampleRecord()),
    engine: evm(),
    ...options,
  })

type Node = ReturnType<typeof forked>

const ask = (node: Node, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<unknown>

const failure = (node: Node, method: string, ...params: unknown[]) =>
  ask(node, method, ...params).then(
    (value) => ({ value }),
    ({ code, message }) => ({ code, message }),
  )

describe('a node on a fork', () => {
  test('default: it starts on the block, with its state', async () => {
    const node = forked()
    expect(await ask(node, 'eth_chainId')).toBe('0x1')
    expect(await ask(node, 'eth_blockNumber')).toBe('0x64')
    expect(await ask(node, 'eth_getBlockByNumber', 'latest', false)).toEqual(
      block,
    )
    expect(await ask(node, 'eth_getBalance', alice, 'latest')).toBe(
      '0x8ac7230489e80000',
    )
    expect(await ask(node, 'eth_getTransactionCount', alice, 'pending')).toBe(
      '0x5',
    )
    expect(await ask(node, 'eth_getCode', counter, 'latest')).toBe(counterCode)
    expect(await ask(node, 'eth_getStorageAt', counter, '0x0', 'latest')).toBe(
      word(41),
    )
  })

  test('behavior: the next blocks follow it', async () => {
    const node = forked()
    node.nextBlock()
    expect(
      await ask(node, 'eth_getBlockByNumber', 'latest', false),
    ).toMatchObject({
      number: '0x65',
      parentHash: block.hash,
      timestamp: '0x68000002',
      gasLimit: block.gasLimit,
      miner,
      stateRoot: word(0),
    })
  })

  test('behavior: its code runs, for calls and for transactions', async () => {
    const node = forked()
    const call = { from: alice, to: counter }
    expect(await ask(node, 'eth_call', call, 'latest')).toBe(word(41))
    node.preconfirm({ from: alice, to: counter, data: '0x01' })
    node.nextBeat()
    expect(await ask(node, 'eth_call', call, 'pending')).toBe(word(42))
    expect(await ask(node, 'eth_call', call, 'latest')).toBe(word(41))
  })

  test('behavior: a reorg above it goes back to what was recorded', async () => {
    const node = forked()
    node.preconfirm({ from: alice, to: counter, data: '0x01' })
    node.nextBlock()
    node.reorg()
    expect(await ask(node, 'eth_getStorageAt', counter, '0x0', 'latest')).toBe(
      word(41),
    )
  })

  test('behavior: an account that there was none of is empty, and a zero is one', async () => {
    const node = forked()
    expect(await ask(node, 'eth_getBalance', gone, 'latest')).toBe('0x0')
    expect(await ask(node, 'eth_getStorageAt', gone, '0x7', 'latest')).toBe(
      word(0),
    )
    expect(await ask(node, 'eth_getStorageAt', counter, '0x1', 'latest')).toBe(
      word(0),
    )
  })

  test('behavior: BLOCKHASH knows the parent and what was recorded', async () => {
    const node = forked()
    // PUSH1 n BLOCKHASH PUSH0 MSTORE RETURN(0, 32)
    const hashOf = (number: number) =>
      failure(node, 'eth_call', { from: alice, to: gone }, 'latest', {
        [gone]: { code: `0x60${number.toString(16)}405f5260205ff3` },
      })
    expect(await hashOf(99)).toEqual({ value: block.parentHash })
    expect(await hashOf(98)).toEqual({ value: word(0xb098) })
    expect(await hashOf(97)).toMatchObject({
      message: expect.stringContaining('the hash of block 97'),
    })
  })

  test('behavior: what is set by hand needs no record', async () => {
    const node = forked({ accounts: { [bob]: { balance: 7n } } })
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x7')
    node.setStorageAt({ address: counter, index: 9, value: word(3) })
    expect(await ask(node, 'eth_getStorageAt', counter, '0x9', 'latest')).toBe(
      word(3),
    )
    expect(await failure(node, 'eth_getCode', bob, 'latest')).toMatchObject({
      code: -32000,
      message: expect.stringContaining(`the code of the account ${bob}`),
    })
  })
})

describe('what a record lacks', () => {
  test('error: a slot, with who asks for it and how to record it', async () => {
    const node = forked()
    expect(
      await failure(node, 'eth_getStorageAt', counter, '0x2', 'latest'),
    ).toMatchInlineSnapshot(`
      {
        "code": -32000,
        "message": "The fork's record of block 100 does not hold storage slot 0x0000000000000000000000000000000000000000000000000000000000000002 of 0x00000000000000000000000000000000c0047e40, which eth_getStorageAt asks for. Record it: npx preseal fork --from <url> -o <file> -- <the command that runs the tests>; or set it with "accounts" or node.setStorageAt.",
      }
    `)
  })

  test.each([
    ['eth_getBalance', [bob, 'latest']],
    ['eth_getTransactionCount', [bob, 'latest']],
    ['eth_getCode', [bob, 'pending']],
    ['eth_getStorageAt', [bob, '0x0', 'latest']],
    ['eth_call', [{ from: alice, to: bob }, 'latest']],
    ['eth_call', [{ from: bob, to: counter, value: '0x1' }, 'latest']],
    ['eth_estimateGas', [{ from: alice, to: bob, data: '0x01' }]],
    ['eth_createAccessList', [{ from: bob, to: counter }]],
    ['eth_sendTransaction', [{ from: bob, to: counter }]],
    ['eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }]],
    ['debug_traceCall', [{ from: alice, to: bob }, 'latest']],
    ['eth_getBlockByNumber', ['0x10', false]],
    ['eth_getBlockByNumber', ['earliest', false]],
    ['eth_getBlockByHash', [word(1), false]],
    ['eth_getBlockReceipts', ['0x10']],
    ['eth_getTransactionByHash', [word(2)]],
    ['eth_getTransactionReceipt', [word(2)]],
    ['debug_getRawTransaction', [word(2)]],
    ['debug_traceTransaction', [word(2)]],
    ['eth_getLogs', [{ fromBlock: '0x10', toBlock: 'latest' }]],
    ['eth_getBalance', [alice, '0x10']],
    ['eth_call', [{ to: counter }, '0x10']],
  ])(
    'error: %s %o is never answered as though there were nothing',
    async (method, params) => {
      const node = forked()
      expect(await failure(node, method, ...params)).toMatchObject({
        code: -32000,
        message: expect.stringMatching(
          /^The fork's record of block 100 does not/,
        ),
      })
    },
  )

  test('error: verbs throw it', () => {
    const node = forked()
    expect(() => node.preconfirm({ from: bob, to: alice })).toThrow(
      expect.objectContaining({
        name: 'NotRecordedError',
        data: { type: 'account', address: bob },
      }),
    )
  })

  test('error: handlers get it from their view', async () => {
    const node = forked()
    node.handle('eth_call', (_, view) =>
      view.request({ method: 'eth_getBalance', params: [bob, 'latest'] }),
    )
    expect(await failure(node, 'eth_call', { to: counter })).toMatchObject({
      code: -32000,
      message: expect.stringContaining(bob),
    })
  })

  test('behavior: a transaction of the node itself is no history', async () => {
    const node = forked()
    const hash = node.preconfirm({ from: alice, to: counter, data: '0x01' })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    node.nextBeat()
    node.drop(hash)
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
  })
})
