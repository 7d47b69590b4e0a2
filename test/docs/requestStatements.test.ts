import { BrowserProvider } from 'ethers'
import { createMockNode, type Fault, type MockNode } from 'preseal'
import { record } from 'preseal/record'
import {
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  accounts,
  alice,
  bob,
  payment,
  readBlock,
  rejection,
  request,
} from './reading.js'

/** Whether a fault for one request is used up by this one. */
async function counts(
  fault: Fault,
  [method = '', ...params]: unknown[],
): Promise<boolean> {
  const node = createMockNode({ accounts })
  node.fault({ ...fault, times: 1 })
  await request(node, `${method}`, ...params).catch(() => null)
  node.preconfirm(payment)
  node.nextBeat()
  const block = fault.type === 'unknownBlockAsZero' ? '0x9' : 'pending'
  const asking = request(node, 'eth_getBalance', bob, block)
  const answer = await asking.catch(({ code }) => code)
  return answer === (fault.type === 'unknownBlockAsZero' ? -32001 : '0x1')
}

describe('statements about faults', () => {
  const requests = {
    chainId: ['eth_chainId'],
    version: ['net_version'],
    client: ['web3_clientVersion'],
    number: ['eth_blockNumber'],
    latest: ['eth_getBalance', bob, 'latest'],
    unsealed: ['eth_getBalance', bob, '0x9'],
    byHash: ['eth_getTransactionByHash', `0x${'1'.repeat(64)}`],
    malformed: ['eth_getBalance', '0x1', 'latest'],
    unserved: ['eth_hashrate', {}, 'latest'],
  }

  test.each<[Fault, (keyof typeof requests)[]]>([
    [{ type: 'otherBlock', to: 'latest' }, ['latest', 'unsealed', 'byHash']],
    [{ type: 'frozen' }, ['number', 'latest', 'unsealed', 'byHash']],
    [{ type: 'stale', beats: 1 }, ['number', 'latest', 'unsealed', 'byHash']],
    [{ type: 'unknownBlockAsZero' }, ['unsealed']],
    [
      { type: 'null' },
      ['chainId', 'version', 'client', 'number', 'latest', 'byHash'],
    ],
    [
      { type: 'rpc', code: -1, message: 'no' },
      [
        'chainId',
        'version',
        'client',
        'number',
        'latest',
        'unsealed',
        'byHash',
        'unserved',
      ],
    ],
    [{ type: 'network' }, Object.keys(requests) as []],
  ])('what a fault counts: %j', async (fault, counted) => {
    const found = []
    for (const [name, asked] of Object.entries(requests))
      if (await counts(fault, asked)) found.push(name)
    expect(found.sort()).toEqual([...counted].sort())
  })

  test('zero hides no outage, and null replaces its 0x0', async () => {
    const read = (faults: readonly Fault[]) =>
      request(createMockNode({ faults }), 'eth_getBalance', bob, '0x9')
    const failing = read([{ type: 'unknownBlockAsZero' }, { type: 'network' }])
    expect(await rejection(failing)).toMatchObject({ code: 4900 })
    expect(await read([{ type: 'unknownBlockAsZero' }, { type: 'null' }])).toBe(
      null,
    )
    expect(await read([{ type: 'null' }, { type: 'unknownBlockAsZero' }])).toBe(
      null,
    )
  })

  test('stale under beats that are irregular', async () => {
    const node = createMockNode({
      steps: [{ at: 0, type: 'planBeats', offsets: [500, 600, 1_500] }],
    })
    const set = (at: number, value: bigint) => {
      node.advance(at - node.now)
      node.setBalance({ address: bob, value })
    }
    set(590, 1n)
    set(690, 2n)
    set(710, 3n)
    set(1_490, 4n)
    const stale = async (at: number, beats: number) => {
      node.seek(at)
      const lift = node.fault({ type: 'stale', beats })
      const balance = await request(node, 'eth_getBalance', bob, 'pending')
      lift()
      return balance
    }
    expect(await stale(1_600, 1)).toBe('0x2')
    expect(await stale(1_900, 2)).toBe('0x1')
  })

  test('faults on what a handler answers', async () => {
    const node = createMockNode()
    const missing = { method: 'eth_getBalance', params: [bob, '0x9'] } as const
    node.fault({ type: 'unknownBlockAsZero' })
    node.handle('eth_call', (_, view) => view.request(missing))
    expect(await request(node, 'eth_call')).toBe('0x0')
    node.handle('eth_call', async (_, view) => view.request(missing))
    expect(await rejection(request(node, 'eth_call'))).toMatchObject({
      code: -32001,
    })
  })

  test('skew and stale change what a handler reads', async () => {
    const node = createMockNode({ accounts })
    node.handle('eth_call', ([, block = 'latest'], view) =>
      view.request({ method: 'eth_getBalance', params: [bob, block] }),
    )
    node.preconfirm(payment)
    node.nextBeat()
    const call = () => request(node, 'eth_call', {}, 'pending')
    expect(await call()).toBe('0x1')
    const faults: Fault[] = [
      { type: 'otherBlock', to: 'latest' },
      { type: 'stale', beats: 1 },
    ]
    for (const fault of faults) {
      const lift = node.fault(fault)
      expect(await call(), fault.type).toBe('0x0')
      lift()
    }
  })

  test('a balance that viem reads through Multicall3', async () => {
    const address = '0xca11bde05977b3631167028862be2a173976ca11' as const
    const asked = async (contracts: Chain['contracts'], batch = {}) => {
      const node = createMockNode()
      node.fault({ type: 'network', methods: ['eth_getBalance'] })
      const client = createPublicClient({
        chain: { ...node.chain, contracts },
        transport: custom(node.provider),
        batch,
      })
      await Promise.allSettled([client.getBalance({ address: bob })])
      return node.answeredRequests.map(({ method }) => method)
    }
    const multicall3 = { address }
    const through = await asked({ multicall3 }, { multicall: true })
    expect(through).toEqual(['eth_call'])
    const unnamed = await asked({}, { multicall: true })
    expect(unnamed).toEqual(['eth_getBalance'])
    const unbatched = await asked({ multicall3 })
    expect(unbatched).toEqual(['eth_getBalance'])
  })
})

describe('statements about clients', () => {
  function wallet(node: MockNode) {
    node.handle('eth_accounts', () => [alice])
    node.handle('eth_estimateGas', () => '0x5208')
    node.handle('eth_sendTransaction', ([transaction]) => {
      const { from = alice, to, value = '0x0', nonce } = transaction
      return node.preconfirm({
        from,
        to: to ?? null,
        value: BigInt(value),
        nonce: nonce === undefined ? undefined : Number(nonce),
      })
    })
  }

  test('errors that wallet clients have of their own', async () => {
    const node = createMockNode({ accounts })
    wallet(node)
    const { chain, provider } = node
    const viem = createWalletClient({ chain, transport: custom(provider) })
    node.setNonce({ address: alice, nonce: 1 })
    const send = async (value: bigint, nonce?: number) => {
      const sending = viem.sendTransaction({
        account: alice,
        to: bob,
        value,
        ...(nonce !== undefined && { nonce }),
      })
      const { cause } = await rejection(sending)
      return (cause as Error).name
    }
    expect(await send(11n)).toBe('InsufficientFundsError')
    expect(await send(1n, 0)).toBe('NonceTooLowError')
    expect(await send(1n, 2)).toBe('NonceTooHighError')

    const ethers = new BrowserProvider(provider, chain.id)
    const signer = await ethers.getSigner(alice)
    const sign = async (value: bigint, nonce = 1) => {
      const transaction = { to: bob, value, nonce, gasLimit: 21_000n }
      return (await rejection(signer.sendUncheckedTransaction(transaction)))
        .code
    }
    expect(await sign(11n)).toBe('INSUFFICIENT_FUNDS')
    expect(await sign(1n, 0)).toBe('NONCE_EXPIRED')

    node.setNonce({ address: alice, nonce: 2n ** 64n - 1n })
    expect(await send(1n)).toBe('NonceMaxValueError')
  })

  test('connect and the answers that make none', async () => {
    const node = createMockNode()
    const told: string[] = []
    node.provider.on('connect', () => told.push('connect'))
    node.provider.on('disconnect', () => told.push('disconnect'))
    const refused = async (fault: Fault) => {
      const lift = node.fault(fault)
      await rejection(request(node, 'eth_chainId'))
      lift()
    }
    await refused({ type: 'http', status: 429 })
    expect(told).toEqual([])
    await refused({ type: 'rpc', code: -1, message: 'no' })
    expect(told).toEqual(['connect'])
    await refused({ type: 'http', status: 429 })
    expect(told).toEqual(['connect'])
  })

  test('chainChanged takes hex alone', () => {
    const node = createMockNode()
    const told: string[] = []
    node.provider.on('chainChanged', (id) => told.push(id))
    const id: string = '0x1'
    node.provider.emit('chainChanged', id)
    expect(told).toEqual(['0x1'])
    expect(() => node.provider.emit('chainChanged', '1')).toThrow('as hex')
  })

  test('a recording of receipts that are those of latest', async () => {
    const live = createMockNode({ accounts })
    live.fault({
      type: 'otherBlock',
      to: 'latest',
      block: 'pending',
      methods: ['eth_getBlockReceipts'],
    })
    live.preconfirm(payment)
    live.seek(400)
    const { provider } = live
    const scenario = await record({
      from: provider,
      duration: 50,
      pollingInterval: 25,
    })
    const node = createMockNode(scenario)
    node.advance(50)
    expect((await readBlock(node, 'pending'))?.transactions).toHaveLength(1)
    expect(await request(node, 'eth_getBlockReceipts', 'pending')).toEqual([])
  })
})
