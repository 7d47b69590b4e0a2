import { createMockNode, type Hash, type MockNode } from 'preseal'
import { anvil, geth, hardhat } from 'preseal/chains'
import { evm } from 'preseal/evm'
import { createWebSocket } from 'preseal/websocket'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }
const gwei = 10n ** 9n

const ask = <value = never>(
  node: MockNode,
  method: string,
  ...params: unknown[]
) => node.provider.request({ method, params } as never) as Promise<value>

async function tipOf(node: MockNode, fees: object = {}) {
  const transaction = { from: alice, to: bob, ...fees }
  const hash = await ask(node, 'eth_sendTransaction', transaction)
  const { maxPriorityFeePerGas } = await ask(
    node,
    'eth_getTransactionByHash',
    hash,
  )
  return maxPriorityFeePerGas && BigInt(maxPriorityFeePerGas)
}

describe.each([
  ['anvil', anvil, gwei],
  ['hardhat', hardhat, gwei],
  ['geth', geth, 1n],
] as const)('%s', (_, profile, tip) => {
  const newNode = () => createMockNode({ profile: profile(), accounts })

  test('default: who names no fee pays the tip that the node suggests', async () => {
    const node = newNode()
    const suggested = await ask(node, 'eth_maxPriorityFeePerGas')
    expect(BigInt(suggested)).toBe(tip)
    expect(await tipOf(node)).toBe(tip)
    const { tx } = await ask(node, 'eth_fillTransaction', {
      from: alice,
      to: bob,
    })
    expect(tx).toMatchObject({
      maxPriorityFeePerGas: `0x${tip.toString(16)}`,
    })
  })

  test('behavior: named fees stay, and a tip is at most the whole fee', async () => {
    const node = newNode()
    const named = { maxPriorityFeePerGas: '0x7', maxFeePerGas: '0x77359400' }
    expect(await tipOf(node, named)).toBe(7n)
    expect(await tipOf(node, { gasPrice: '0x77359400' })).toBe(undefined)
    const low = `0x${(gwei - 10n ** 8n).toString(16)}`
    expect(await tipOf(node, { maxFeePerGas: low })).toBeLessThanOrEqual(
      BigInt(low),
    )
  })

  test('behavior: a dropped transaction kept its nonce until the next beat', async () => {
    const node = newNode()
    node.setSealing('manual')
    const send = () =>
      ask<Hash>(node, 'eth_sendTransaction', { from: alice, to: bob })
    const dropped = await send()
    node.advance(300)
    node.drop(dropped)
    const hash = await send()
    const found = { blockHash: null, nonce: '0x0' }
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject(
      found,
    )
    node.seal()
    const { transactions } = await ask<{ transactions: Hash[] }>(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    expect(transactions).toEqual([hash])
  })
})

describe('anvil', () => {
  // Each as anvil 1.7.1 answered.
  const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const storing = '0x2222222222222222222222222222222222222222'
  const newNode = () =>
    createMockNode({
      profile: anvil(),
      engine: evm(),
      accounts: {
        [first]: { balance: 10n ** 22n },
        [storing]: { code: '0x6001600055' },
      },
    })

  async function send(node: MockNode, transaction: object) {
    const hash = await ask(node, 'eth_sendTransaction', transaction)
    const sent: object = await ask(node, 'eth_getTransactionByHash', hash)
    return sent
  }

  const baseFeeOf = async (node: MockNode, tag: string) => {
    const { baseFeePerGas } = await ask(node, 'eth_getBlockByNumber', tag, true)
    return Number(baseFeePerGas)
  }

  test('behavior: block 1 has the base fee of genesis', async () => {
    const node = newNode()
    expect(await baseFeeOf(node, 'pending')).toBe(1_000_000_000)
    expect(Number(await ask(node, 'eth_baseFee'))).toBe(1_000_000_000)
    for (const _ of [1, 2, 3]) await send(node, { to: bob, value: '0x1' })
    expect(
      await Promise.all(
        ['0x0', '0x1', '0x2', '0x3'].map((tag) => baseFeeOf(node, tag)),
      ),
    ).toEqual([1_000_000_000, 1_000_000_000, 875_175_000, 765_931_281])
  })

  test('the suggested tip stayed, whatever the latest block paid', async () => {
    const node = newNode()
    const hex = (wei: number) => `0x${wei.toString(16)}`
    const named = async (tip: number) => {
      const fees = { maxFeePerGas: hex(20e9), maxPriorityFeePerGas: hex(tip) }
      await send(node, { to: bob, ...fees })
      return Number(await ask(node, 'eth_maxPriorityFeePerGas'))
    }
    for (const [paid, suggested] of [
      [5e9, 5e9],
      [3e9, 3e9],
      [1e8, 1e9],
      [7e9, 7e9],
    ] as const)
      expect(await named(paid)).toBe(suggested)
    const base = await baseFeeOf(node, 'pending')
    expect(Number(await ask(node, 'eth_gasPrice'))).toBe(base + 7e9)
    // What names no fee pays 1 gwei, and offers the price.
    const own = {
      maxPriorityFeePerGas: hex(1e9),
      maxFeePerGas: hex(base + 7e9),
    }
    const { tx } = await ask<{ tx: object }>(node, 'eth_fillTransaction', {
      from: first,
      to: bob,
    })
    expect(tx).toMatchObject(own)
    expect(await send(node, { to: bob })).toMatchObject(own)
    node.setSealing('manual')
    await named(6e9)
    await named(1.5e9)
    await named(0)
    node.seal()
    expect(Number(await ask(node, 'eth_maxPriorityFeePerGas'))).toBe(1e9)
    node.seal()
    expect(Number(await ask(node, 'eth_maxPriorityFeePerGas'))).toBe(1e9)
  })

  test('a transfer was estimated without its lists', async () => {
    const node = newNode()
    const to = { from: first, to: first }
    const storageKeys = [`0x${'1'.padStart(64, '0')}`]
    const accessList = [{ address: first, storageKeys }]
    const none = '0x0'
    const signed = { chainId: '0x7a69', address: bob, nonce: none }
    const authorizationList = [{ ...signed, yParity: none, r: '0x1', s: '0x1' }]
    const estimate = async (more: object) =>
      Number(await ask(node, 'eth_estimateGas', { ...to, ...more }))
    expect(await estimate({})).toBe(21_000)
    expect(await estimate({ accessList })).toBe(0x62d4)
    // One less than anvil's search ends at.
    expect(await estimate({ authorizationList })).toBe(0xb3b0)
    await expect(estimate({ authorizationList: [] })).rejects.toMatchObject({
      code: -32003,
      message: 'empty authorization list',
    })
  })

  test('old logs were missing from the first changes of a filter from block 0', async () => {
    const profiles = [anvil(), hardhat(), geth()] as const
    for (const profile of profiles)
      for (const [range, count] of [
        [{ fromBlock: '0x0' }, [2, 2, 0]],
        [{ fromBlock: '0x0', toBlock: 'latest' }, [2, 2, 0]],
        [{ fromBlock: 'latest' }, [1, 1, 0]],
        [{}, [0, 1, 0]],
      ] as const) {
        const accounts = { [first]: { balance: 10n ** 22n } }
        const node = createMockNode({ profile, engine: evm(), accounts })
        const log = { from: first, data: '0x60006000a0', gas: '0x186a0' }
        await ask(node, 'eth_sendTransaction', log)
        await ask(node, 'eth_sendTransaction', log)
        const id = await ask(node, 'eth_newFilter', range)
        const changes = () => ask<object[]>(node, 'eth_getFilterChanges', id)
        const old = count[profiles.indexOf(profile)]
        expect(await changes()).toHaveLength(old as number)
        expect(await changes()).toEqual([])
        await ask(node, 'eth_sendTransaction', log)
        expect(await changes()).toHaveLength(1)
      }
  })

  test('without automining, a sent transaction was not at once in pending', async () => {
    const node = newNode()
    node.setSealing('manual')
    const hash = await ask(node, 'eth_sendTransaction', { to: bob })
    expect(
      await ask(node, 'eth_getBlockByNumber', 'pending', false),
    ).toMatchObject({ transactions: [hash] })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
  })

  test('behavior: a simulation that validates has that base fee, too', async () => {
    const [block] = await ask<{ baseFeePerGas: string }[]>(
      newNode(),
      'eth_simulateV1',
      {
        blockStateCalls: [{}],
        validation: true,
      },
    )
    expect(Number(block?.baseFeePerGas)).toBe(1_000_000_000)
  })

  test('behavior: who names nothing sends from the first account, with exact gas and fees', async () => {
    const node = newNode()
    expect(await send(node, { to: bob, value: '0x1' })).toMatchObject({
      from: first,
      type: '0x2',
      gas: '0x5208',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    expect(await send(node, { to: storing })).toMatchObject({
      gas: '0xa862',
      maxFeePerGas: `0x${(1_875_175_000).toString(16)}`,
    })
  })

  test('behavior: a named fee stays', async () => {
    expect(
      await send(newNode(), { to: bob, maxFeePerGas: '0x12a05f2000' }),
    ).toMatchObject({
      maxFeePerGas: '0x12a05f2000',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    expect(
      await send(newNode(), { to: bob, gasPrice: '0x12a05f2000' }),
    ).toMatchObject({ type: '0x0', gasPrice: '0x12a05f2000' })
  })

  test('behavior: what is going to fail gets as much gas as there is', async () => {
    const node = newNode()
    node.setCode({ address: storing, bytecode: '0x60006000fd' })
    const { gas } = (await send(node, { to: storing })) as { gas: string }
    // Osaka lets no transaction have more (EIP-7825).
    expect(Number(gas)).toBe(2 ** 24)
  })

  const errorOf = (node: MockNode, method: string, ...params: unknown[]) =>
    ask(node, method, ...params).then(
      () => 'no error',
      ({ code, message }) => [code, message],
    )

  const to = storing
  const call = { to, data: '0x12345678' }
  const panic = '0x6011600452634e487b7160e01b6000511760005260246000fd'

  test.each([
    [
      'eth_call',
      { to, value: '0xde0b6b3a7640000' },
      '',
      [-32003, 'Insufficient funds for gas * price + value'],
    ],
    [
      'eth_call',
      { to, gas: '0x64' },
      '',
      [-32000, 'intrinsic gas too high -- CallGasCostMoreThanGasLimit'],
    ],
    [
      'eth_call',
      call,
      '0x63deadbeef6000526004601cfd',
      [3, 'execution reverted: custom error 0xdeadbeef'],
    ],
    [
      'eth_call',
      call,
      '0x604160045263deadbeef60e01b6000511760005260246000fd',
      [3, `execution reverted: custom error 0xdeadbeef: ${'\0'.repeat(31)}A`],
    ],
    [
      'eth_call',
      call,
      '0x608060045263deadbeef60e01b6000511760005260246000fd',
      [3, `execution reverted: custom error 0xdeadbeef: ${'0'.repeat(62)}80`],
    ],
    [
      'eth_call',
      call,
      panic,
      [3, 'execution reverted: panic: arithmetic underflow or overflow (0x11)'],
    ],
    ['eth_call', call, '0x60006000fd', [3, 'execution reverted']],
    ['eth_call', call, '0x50', [-32603, 'EVM error StackUnderflow']],
    [
      'eth_sendTransaction',
      { to: bob, gas: '0x5f5e100' },
      '',
      [-32000, 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit'],
    ],
    [
      'eth_sendTransaction',
      { to: bob, gas: '0x64' },
      '',
      [-32000, 'intrinsic gas too low'],
    ],
    [
      'eth_sendTransaction',
      { to: bob, maxFeePerGas: '0x1' },
      '',
      [-32003, 'max fee per gas less than block base fee'],
    ],
    [
      'eth_sendTransaction',
      { to: bob, value: '0x84595161401484a000000' },
      '',
      [-32003, 'Insufficient funds for gas * price + value'],
    ],
    ['eth_getBlockByHash', '0x0', '', [-32602, 'odd number of digits']],
    ['eth_wagmi', {}, '', [-32601, 'Method not found']],
  ] as const)(
    'regression: %s of %j failed in the words of another node',
    async (method, given, code, words) => {
      const node = newNode()
      if (code !== '') node.setCode({ address: storing, bytecode: code })
      expect(await errorOf(node, method, given)).toEqual(words)
    },
  )

  test('behavior: any higher fee cap replaces what waits', async () => {
    const node = createMockNode({
      profile: anvil(),
      accounts,
      sealing: 'manual',
    })
    const offer = (maxFeePerGas: number) => ({
      from: alice,
      to: bob,
      nonce: '0x0',
      maxFeePerGas: `0x${maxFeePerGas.toString(16)}`,
    })
    const before = await ask(node, 'eth_sendTransaction', offer(10e9))
    expect(
      await errorOf(node, 'eth_sendTransaction', {
        ...offer(10e9),
        value: '0x1',
      }),
    ).toEqual([-32003, 'replacement transaction underpriced'])
    await ask(node, 'eth_sendTransaction', offer(10e9 + 1))
    expect(await ask(node, 'eth_getTransactionByHash', before)).toBe(null)
    expect(await ask(node, 'txpool_status')).toMatchObject({ pending: '0x1' })
    expect(await ask(node, 'txpool_inspect')).toMatchObject({
      pending: {
        [alice]: { '0': `${bob}: 0 wei + 21000 gas × 10000000001 wei` },
      },
    })
    const { pending } = await ask(node, 'txpool_content')
    expect(Object.keys(pending)).toEqual([alice])
  })

  test('regression: a raised base fee left a transaction in the pool, and its sender stuck', async () => {
    const node = createMockNode({
      profile: anvil(),
      accounts,
      sealing: 'manual',
    })
    const drops: unknown[] = []
    node.on('dropped', ({ hash, reason }) => drops.push([hash, reason]))
    const hash = await ask(node, 'eth_sendTransaction', {
      from: alice,
      to: bob,
    })
    await node.control.request({
      method: 'anvil_setNextBlockBaseFeePerGas',
      params: [`0x${(3n * gwei).toString(16)}`],
    } as never)
    expect(drops).toEqual([[hash, 'baseFee']])
    expect(await ask(node, 'eth_getTransactionCount', alice, 'pending')).toBe(
      '0x0',
    )
  })

  test('behavior: a price has the latest tip, a transfer is not checked, and receipts price blobs', async () => {
    const node = newNode()
    const high = {
      to: bob,
      maxFeePerGas: '0x12a05f2000',
      maxPriorityFeePerGas: '0x12a05f2000',
    }
    const hash = await ask(node, 'eth_sendTransaction', high)
    const tip = Number(await ask(node, 'eth_maxPriorityFeePerGas'))
    expect(tip).toBe(79e9)
    const price = Number(await ask(node, 'eth_gasPrice'))
    expect(price).toBe((await baseFeeOf(node, 'pending')) + tip)
    expect(price).not.toBe((await baseFeeOf(node, 'latest')) + tip)
    const { tx } = await ask(node, 'eth_fillTransaction', {
      from: first,
      to: bob,
    })
    const baseFee = await baseFeeOf(node, 'pending')
    expect(Number((tx as { maxFeePerGas: string }).maxFeePerGas)).toBe(
      baseFee + tip,
    )
    expect(
      await ask(node, 'eth_estimateGas', {
        from: alice,
        to: bob,
        value: '0x1',
      }),
    ).toBe('0x5208')
    expect(
      await errorOf(node, 'eth_estimateGas', {
        from: alice,
        to: bob,
        data: '0x12',
        value: '0x1',
      }),
    ).toEqual([-32003, 'Insufficient funds for gas * price + value'])
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blobGasPrice: '0x1',
    })
  })
})

describe('anvil, of what a dapp reads', () => {
  const newNode = () => createMockNode({ profile: anvil(), accounts })

  test('a receipt had no time, and a filled transaction no price', async () => {
    const node = newNode()
    const sent = { from: alice, to: bob }
    const hash = await ask(node, 'eth_sendTransaction', sent)
    const { timestamp } = await ask(node, 'eth_getBlockByNumber', '0x1', false)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockTimestamp: Number(timestamp),
    })
    const { tx } = await ask<{ tx: object }>(node, 'eth_fillTransaction', sent)
    const { maxFeePerGas: gasPrice } = tx as { maxFeePerGas?: string }
    expect(tx).toMatchObject({ gasPrice })
    const legacy = { ...sent, gasPrice: '0x77359400' }
    expect(await ask(node, 'eth_fillTransaction', legacy)).toMatchObject({
      tx: { gasPrice: '0x77359400' },
    })
  })

  test('a filter or a range of logs that ends anywhere was refused', async () => {
    const node = newNode()
    const id = await ask(node, 'eth_newFilter', { toBlock: '0x153b747' })
    expect(await ask(node, 'eth_getFilterChanges', id)).toEqual([])
    for (const range of [
      { toBlock: '0x153b747' },
      { fromBlock: 'latest', toBlock: 'earliest' },
    ])
      expect(await ask(node, 'eth_getLogs', range)).toEqual([])
    await expect(
      ask(node, 'eth_getLogs', { fromBlock: '0x1' }),
    ).rejects.toMatchObject({ code: -32602 })
  })

  test('the first block after an interval was in the same second', async () => {
    const node = newNode()
    const drive = (method: string, ...params: unknown[]) =>
      node.control.request({ method, params } as never)
    const timestamp = async () => {
      await drive('evm_mine')
      const latest = ['latest', false] as const
      const block = await ask<{ timestamp: string }>(
        node,
        'eth_getBlockByNumber',
        ...latest,
      )
      return Number(block.timestamp)
    }
    await drive('anvil_setBlockTimestampInterval', 86_400)
    const before = await timestamp()
    await drive('anvil_removeBlockTimestampInterval')
    expect(await timestamp()).toBe(before + 1)
  })

  test('over a socket, an unknown method had the code of HTTP', async () => {
    const node = newNode()
    const Socket = createWebSocket(node)
    const socket = new Socket(node.wsUrl)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const overSocket = (method: string, ...params: unknown[]) =>
      new Promise((resolve) => {
        socket.addEventListener(
          'message',
          ({ data }: MessageEvent) => resolve(JSON.parse(`${data}`).error.code),
          { once: true },
        )
        const id = 1
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      })
    expect(await overSocket('eth_wagmi')).toBe(-32602)
    expect(await overSocket('eth_subscribe', 'fakeHeads')).toBe(-32602)
    await expect(ask(node, 'eth_wagmi')).rejects.toMatchObject({ code: -32601 })
    node.dispose()
  })
})

test.each(['0x', '0', '0x0'])(
  'geth takes %j for a storage slot',
  async (slot) => {
    const node = createMockNode()
    node.setStorageAt({ address: bob, index: 0, value: '0x7' })
    const read = ask<string>(node, 'eth_getStorageAt', bob, slot, 'latest')
    expect(Number(await read)).toBe(7)
  },
)

test('errorTexts: a pattern that is none is refused', () => {
  const errorTexts = [{ when: '(', message: 'x' }]
  expect(() => createMockNode({ answers: { errorTexts } })).toThrow(
    'expected a regular expression as text',
  )
})

describe('hardhat', () => {
  const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const failing = '0x0000000000000000000000000000000000000bad'
  // PUSH1 0x2a PUSH0 MSTORE PUSH1 32 PUSH0 REVERT
  const contract = { [failing]: { code: '0x602a5f5260205ffd' } } as const
  const newNode = () =>
    createMockNode({
      profile: hardhat(),
      engine: evm(),
      accounts: { ...contract, [first]: { balance: 10n ** 20n } },
    })
  const refusal = (node: MockNode, method: string, ...params: unknown[]) =>
    ask(node, method, ...params).then(
      () => 'answered',
      ({ code, data }) => ({ code, data }),
    )

  test('a send that reverts was answered with its hash', async () => {
    const node = newNode()
    const sent = { to: failing, gas: '0x186a0' }
    expect(await refusal(node, 'eth_sendTransaction', sent)).toEqual({
      code: 3,
      data: `0x${'2a'.padStart(64, '0')}`,
    })
    // It is in its block all the same, from the first account.
    const block = await ask<{ transactions: string[] }>(
      node,
      'eth_getBlockByNumber',
      '0x1',
      false,
    )
    const [hash] = block.transactions
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x0',
      from: first,
    })
    expect(await ask(node, 'eth_sendTransaction', { to: bob })).toMatch(/^0x/)
    node.setSealing('manual')
    expect(await ask(node, 'eth_sendTransaction', sent)).toMatch(/^0x/)
  })

  /** As Hardhat 3.18.0 answered, for what this node answers otherwise. */
  const reverting = (data: string) => {
    const words = data.match(/.{1,64}/g) ?? []
    const stored = words.map(
      (word, at) => `7f${word.padEnd(64, '0')}60${hexByte(32 * at)}52`,
    )
    return `0x${stored.join('')}60${hexByte(data.length / 2)}6000fd` as const
  }
  const hexByte = (value: number) => value.toString(16).padStart(2, '0')
  const word = (hex: string) => hex.padStart(64, '0')
  const ran = 'VM Exception while processing transaction: '
  const reason = `08c379a0${word('20')}${word('8')}${'6120726561736f6e'.padEnd(64, '0')}`

  test.each([
    [reason, `${ran}reverted with reason string 'a reason'`],
    [
      `4e487b71${word('11')}`,
      `${ran}reverted with panic code 0x11 (Arithmetic operation overflowed outside of an unchecked block)`,
    ],
    [
      `4e487b71${word('32')}`,
      `${ran}reverted with panic code 0x32 (Array accessed at an out-of-bounds or negative index)`,
    ],
    [
      `4e487b71${word('41')}`,
      `${ran}reverted with panic code 0x41 (Too much memory was allocated, or an array was created that is too large)`,
    ],
    [`4e487b71${word('99')}`, `${ran}reverted with unknown panic code 0x99`],
    [
      `4e7254d6${word('7')}`,
      `${ran}reverted with an unrecognized custom error (return data: 0x4e7254d6${word('7')})`,
    ],
    ['', 'Transaction reverted without a reason string'],
  ])('a revert with 0x%s had the words of geth', async (data, message) => {
    const node = newNode()
    node.setCode({ address: failing, bytecode: reverting(data) })
    for (const method of ['eth_call', 'eth_estimateGas', 'eth_sendTransaction'])
      await expect(ask(node, method, { to: failing })).rejects.toMatchObject({
        code: 3,
        message,
        data: `0x${data}`,
      })
  })

  test('version 2 gave the data of a revert as it is', async () => {
    const node = createMockNode({
      profile: hardhat({ version: 2 }),
      engine: evm(),
      accounts: { [failing]: { code: reverting(reason) } },
    })
    const message = `Error: ${ran}reverted with reason string 'a reason'`
    await expect(ask(node, 'eth_call', { to: failing })).rejects.toMatchObject({
      code: -32603,
      message,
      data: { message, data: `0x${reason}` },
    })
    expect(await ask(node, 'web3_clientVersion')).toMatch(/2\.29\.1/)
  })

  test.each([
    ['0xfe', 3, `${ran}invalid opcode`],
    ['0x01', 3, 'Transaction reverted without a reason string'],
    ['0x5b600056', -32000, 'Transaction ran out of gas'],
  ] as const)(
    'a call of %s had the words of geth',
    async (bytecode, code, message) => {
      const node = newNode()
      node.setCode({ address: failing, bytecode })
      const call = { to: failing, gas: '0x186a0' }
      await expect(ask(node, 'eth_call', call)).rejects.toMatchObject({
        code,
        message,
      })
    },
  )

  const low = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
  test.each([
    [{ gas: '0x1' }, 'Transaction requires at least 21000 gas but got 1'],
    [
      { nonce: '0x5' },
      "Nonce too high. Expected nonce to be 1 but got 5. Note that transactions can't be queued when automining.",
    ],
    [
      { nonce: '0x0' },
      "Nonce too low. Expected nonce to be 1 but got 0. Note that transactions can't be queued when automining.",
    ],
    [
      low,
      'Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 765701563',
    ],
    [
      { gasPrice: '0x9' },
      'Transaction gasPrice (9) is too low for the next block, which has a baseFeePerGas of 765701563',
    ],
    [
      { gasPrice: '0x1', maxFeePerGas: '0x2' },
      'Cannot send both gasPrice and maxFeePerGas params',
    ],
    [
      { gasPrice: '0x1', maxPriorityFeePerGas: '0x2' },
      'Cannot send both gasPrice and maxPriorityFeePerGas',
    ],
    [
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      'maxPriorityFeePerGas (2) is bigger than maxFeePerGas (1)',
    ],
    [{ chainId: '0x5' }, 'Invalid chainId 5 provided, expected 31337 instead.'],
    [
      { gas: '0x1000001' },
      'Transaction gas limit is 16777217 and exceeds transaction gas cap of 16777216',
    ],
    [
      { from: '0x00000000000000000000000000000000000000ee' },
      'Unknown account 0x00000000000000000000000000000000000000eE',
    ],
  ])('sending %j had the words of geth', async (fields, message) => {
    const node = newNode()
    await ask(node, 'eth_sendTransaction', { to: bob })
    await expect(
      ask(node, 'eth_sendTransaction', { to: bob, ...fields }),
    ).rejects.toMatchObject({ message })
  })

  test('without automining, a nonce to come and a low fee were refused', async () => {
    const node = newNode()
    node.setSealing('manual')
    for (const [nonce, fees] of [low, { gasPrice: '0x9' }].entries())
      await ask(node, 'eth_sendTransaction', {
        to: bob,
        nonce: `0x${7 + nonce}`,
        ...fees,
      })
    const nonce = '0x9'
    const fees = { maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1' }
    await ask(node, 'eth_sendTransaction', { to: bob, nonce, ...fees })
    await expect(
      ask(node, 'eth_sendTransaction', {
        to: bob,
        nonce,
        ...fees,
        value: '0x1',
      }),
    ).rejects.toMatchObject({
      message:
        'Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 110 is necessary to replace the existing transaction with nonce 9.',
    })
  })

  test('without automining, the pending block lacked what was just sent', async () => {
    const node = newNode()
    node.setSealing('manual')
    const hash = await ask(node, 'eth_sendTransaction', {
      to: bob,
      value: '0x5',
    })
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x5')
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x0')
    expect(
      await ask(node, 'eth_getBlockByNumber', 'pending', false),
    ).toMatchObject({ transactions: [hash] })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    node.seal()
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x5')
  })

  test('a call was refused for its fee, or for what its sender lacks', async () => {
    const node = newNode()
    // BASEFEE, and the balance of the caller.
    node.setCode({ address: failing, bytecode: '0x485f52333160205260405ff3' })
    const call = { from: bob, to: failing, gas: '0x186a0', gasPrice: '0x1' }
    expect(await ask(node, 'eth_call', call)).toBe(`0x${word('')}${word('')}`)
    node.setBalance({ address: bob, value: 1_000_000n })
    expect(await ask(node, 'eth_call', call)).toBe(
      `0x${word('')}${word((900_000).toString(16))}`,
    )
    const transfer = { from: alice, to: bob, value: '0xff' }
    expect(await ask(node, 'eth_estimateGas', transfer)).toBe('0x5208')
  })

  const word32 = (byte: string) => byte.repeat(32)
  test.each([
    [
      'eth_call',
      [{ to: bob }, 'latest', { [bob]: { state: {}, stateDiff: {} } }],
      -32000,
      "The properties 'state' and 'stateDiff' cannot be used simultaneously when configuring the state override set passed to the eth_call method.",
    ],
    [
      'eth_sendRawTransaction',
      // Of type 0, for no chain, with an r beyond the order of the curve.
      [
        `0xf865808609184e72a00082271094${bob.slice(2)}01801ba0${word32('ff')}a0${word32('11')}`,
      ],
      -32602,
      'Invalid Signature',
    ],
    [
      'eth_feeHistory',
      ['0x1', 'latest', [10, 5]],
      -32000,
      'The reward percentiles should be in non-decreasing order, but the percentile number 1 is greater than the next one',
    ],
    [
      'eth_sendRawTransaction',
      ['0x1234'],
      -32602,
      'Invalid transaction type 18.',
    ],
  ])(
    '%s had the code or the words of geth',
    async (method, params, code, message) => {
      await expect(ask(newNode(), method, ...params)).rejects.toMatchObject({
        code,
        message,
      })
    },
  )

  test('reads beyond the head had the codes of geth', async () => {
    const node = newNode()
    await expect(
      ask(node, 'eth_getBalance', bob, '0x999'),
    ).rejects.toMatchObject({
      code: -32000,
      message: 'Received invalid block tag 2457. Latest block number is 0',
    })
    for (const range of [
      { fromBlock: '0x0', toBlock: '0x999' },
      { fromBlock: '0x2', toBlock: '0x1' },
    ])
      expect(await ask(node, 'eth_getLogs', range)).toEqual([])
  })

  test('a filter of blocks began after the latest, and an unknown one was an error', async () => {
    const node = newNode()
    const { hash } = await ask(node, 'eth_getBlockByNumber', 'latest', false)
    const id = await ask(node, 'eth_newBlockFilter')
    expect(await ask(node, 'eth_getFilterChanges', id)).toEqual([hash])
    expect(await ask(node, 'eth_getFilterChanges', id)).toEqual([])
    expect(await ask(node, 'eth_newFilter', { toBlock: '0x0' })).toMatch(/^0x/)
    expect(await ask(node, 'eth_getFilterChanges', '0x99')).toBe(null)
    expect(await ask(node, 'eth_getFilterLogs', '0x99')).toBe(null)
    const older = createMockNode({ profile: hardhat({ version: 2 }) })
    expect(await ask(older, 'eth_mining')).toBe(false)
    await expect(ask(node, 'eth_signTransaction', {})).rejects.toMatchObject({
      code: -32004,
      message: 'Method eth_signTransaction is not supported',
    })
  })

  test('percentiles were of the gas used, blocks had no total difficulty', async () => {
    const node = newNode()
    node.setSealing('manual')
    for (const tip of ['0x3b9aca00', '0x77359400'])
      await ask(node, 'eth_sendTransaction', {
        to: bob,
        maxFeePerGas: '0x12a05f2000',
        maxPriorityFeePerGas: tip,
      })
    await ask(node, 'eth_sendTransaction', { to: bob, nonce: '0x9' })
    const waiting = await ask<{ nonce: string }[]>(
      node,
      'eth_pendingTransactions',
    )
    expect(waiting.map(({ nonce }) => nonce)).toEqual(['0x0', '0x1', '0x9'])
    node.seal()
    const block = await ask(node, 'eth_getBlockByNumber', '0x1', false)
    expect(block).toMatchObject({ totalDifficulty: '0x0' })
    const gas = 21_000 / Number((block as { gasLimit: string }).gasLimit)
    const shares = [0, gas * 50, gas * 150, 100]
    const history = await ask(node, 'eth_feeHistory', '0x1', 'latest', shares)
    expect(history).toMatchObject({
      reward: [['0x3b9aca00', '0x3b9aca00', '0x77359400', '0x77359400']],
    })
  })

  test('eth_gasPrice counted the base fee of the latest block', async () => {
    expect(Number(await ask(newNode(), 'eth_gasPrice'))).toBe(1_875_000_000)
  })

  test('a transaction was sent and awaited by a method that Hardhat refuses', async () => {
    const node = newNode()
    await expect(
      ask(node, 'eth_sendRawTransactionSync', '0x02'),
    ).rejects.toMatchObject({
      code: -32004,
      message: 'Method eth_sendRawTransactionSync is not supported',
    })
  })

  describe('control', () => {
    const drive = (node: MockNode, method: string, ...params: unknown[]) =>
      node.control.request({ method, params } as never) as Promise<unknown>

    test.each([
      ['evm_increaseTime', [100], '107'],
      ['evm_mine', [], '0'],
      ['evm_setAutomine', [false], true],
      ['evm_setIntervalMining', [0], true],
      ['evm_setNextBlockTimestamp', [4_000_000_000], '4000000000'],
      ['evm_snapshot', [], '0x1'],
      ['hardhat_impersonateAccount', [bob], true],
      ['hardhat_stopImpersonatingAccount', [bob], false],
      ['hardhat_setNonce', [bob, '0x5'], true],
      ['hardhat_setStorageAt', [bob, '0x0', `0x${word('1')}`], true],
    ])('%s%j answered as anvil does', async (method, params, answer) => {
      const node = newNode()
      await drive(node, 'evm_increaseTime', 7)
      expect(await drive(node, method, ...params)).toBe(answer)
    })

    test.each([
      [
        'hardhat_setNonce',
        [first, '0x0'],
        -32000,
        'New nonce (0) must not be smaller than the existing nonce (1)',
      ],
      [
        'hardhat_setNonce',
        [bob, 'xyz'],
        -32602,
        'invalid value "xyz" supplied to : QUANTITY',
      ],
      [
        'hardhat_setBalance',
        ['0x1234', '0x1'],
        -32602,
        'invalid value "0x1234" supplied to : ADDRESS',
      ],
      [
        'hardhat_setStorageAt',
        [bob, '0x0', '0xff'],
        -32000,
        'Storage value must be exactly 32 bytes long. Received 0xff, which is 1 bytes long.',
      ],
      [
        'hardhat_setStorageAt',
        [bob, `0x${'1'.repeat(66)}`, '0xff'],
        -32000,
        `Storage key must not be greater than or equal to 2^256. Received 0x${'1'.repeat(66)}.`,
      ],
      [
        'hardhat_setMinGasPrice',
        ['0x1'],
        -32000,
        'hardhat_setMinGasPrice is not supported when EIP-1559 is active',
      ],
      [
        'evm_setBlockGasLimit',
        ['0x0'],
        -32000,
        'Block gas limit must be greater than 0',
      ],
      [
        'evm_increaseTime',
        ['abc'],
        -32602,
        'Timestamp must be a non-negative number not exceeding 2^64 - 1',
      ],
      [
        'hardhat_intervalMine',
        [],
        -32004,
        'Method hardhat_intervalMine is not supported',
      ],
    ])(
      '%s%j failed in the words of another node',
      async (method, params, code, message) => {
        const node = newNode()
        await ask(node, 'eth_sendTransaction', { to: bob })
        await expect(drive(node, method, ...params)).rejects.toMatchObject({
          code,
          message,
        })
      },
    )

    test('the interval of mining was read in seconds', async () => {
      const node = newNode()
      await drive(node, 'evm_setIntervalMining', 57)
      await drive(node, 'evm_setAutomine', false)
      await ask(node, 'eth_sendTransaction', { to: bob })
      node.advance(56)
      expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
      node.advance(1)
      expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    })

    test('a timestamp of the past or the present was taken', async () => {
      const node = newNode()
      const { timestamp } = await ask<{ timestamp: string }>(
        node,
        'eth_getBlockByNumber',
        'latest',
        false,
      )
      const now = Number(timestamp)
      await expect(
        drive(node, 'evm_setNextBlockTimestamp', now - 1),
      ).rejects.toMatchObject({
        code: -32000,
        message: `Timestamp ${now - 1} is lower than the previous block's timestamp ${now}`,
      })
      await expect(
        drive(node, 'evm_setNextBlockTimestamp', now),
      ).rejects.toMatchObject({
        message: `Timestamp ${now} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`,
      })
    })

    test('the nonce of an account changed while something waited', async () => {
      const node = newNode()
      node.setSealing('manual')
      const hash = await ask(node, 'eth_sendTransaction', { to: bob })
      await expect(
        drive(node, 'hardhat_setNonce', bob, '0x5'),
      ).rejects.toMatchObject({ code: -32603 })
      node.seal()
      await expect(
        drive(node, 'hardhat_dropTransaction', hash),
      ).rejects.toMatchObject({
        code: -32602,
        message: `Transaction ${hash} cannot be dropped because it's already mined`,
      })
    })

    test.each([
      ['hardhat_setBalance', [first, '0xde0b6b3a7640000']],
      ['hardhat_setCode', [bob, '0x00']],
      ['hardhat_setStorageAt', [bob, '0x1', `0x${word('5')}`]],
      ['hardhat_setNonce', [first, '0x3']],
    ])(
      'a change of an account by %s%j taken for a transaction that waits',
      async (method, params) => {
        const node = newNode()
        await drive(node, method, ...params)
        expect(await drive(node, 'hardhat_setNonce', bob, '0x5')).toBe(true)
        await drive(node, 'evm_setAutomine', false)
        await ask(node, 'eth_sendTransaction', { to: bob, nonce: '0x9' })
        await expect(
          drive(node, 'hardhat_setNonce', bob, '0x6'),
        ).rejects.toMatchObject({ code: -32603 })
      },
    )

    test('an account sent without being impersonated', async () => {
      const node = newNode()
      const funded = [bob, '0x56bc75e2d63100000']
      await drive(node, 'hardhat_setBalance', ...funded)
      const sent = { from: bob, to: alice }
      const send = () => ask(node, 'eth_sendTransaction', sent)
      await expect(send()).rejects.toThrow('Unknown account')
      await drive(node, 'hardhat_impersonateAccount', bob)
      expect(await send()).toMatch(/^0x/)
      expect(await drive(node, 'hardhat_stopImpersonatingAccount', bob)).toBe(
        true,
      )
      await expect(send()).rejects.toThrow('Unknown account')
    })

    test('the metadata told of a fork', async () => {
      const metadata = await drive(newNode(), 'hardhat_metadata')
      expect(metadata).not.toHaveProperty('forkedNetwork')
      expect(metadata).toMatchObject({ chainId: 31_337 })
    })
  })

  test('a method that is not served had the code and the words of geth', async () => {
    await expect(ask(newNode(), 'eth_mining')).rejects.toMatchObject({
      code: -32004,
      message: 'Method eth_mining is not supported',
    })
  })
})

test('a node without a least tip leaves the tip at 0', async () => {
  expect(await tipOf(createMockNode({ accounts }))).toBe(0n)
})

// geth, internal/ethapi/api.go: GetBlockByNumber, since a624ce69f7 of 2017
test('the pending block of geth had a hash, a nonce and a miner', async () => {
  const node = createMockNode({ profile: geth(), accounts })
  const read = (block: string) =>
    ask<object>(node, 'eth_getBlockByNumber', block, false)
  expect(await read('pending')).toMatchObject({
    number: '0x1',
    hash: null,
    nonce: null,
    miner: null,
  })
  const hex = expect.stringMatching(/^0x/)
  expect(await read('latest')).toMatchObject({
    hash: hex,
    nonce: hex,
    miner: hex,
  })
})
