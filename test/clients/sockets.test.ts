import { Contract, WebSocketProvider } from 'ethers'
import { createMockNode, type MockNode } from 'preseal'
import { serve } from 'preseal/server'
import {
  createPublicClient,
  parseAbiItem,
  toEventSelector,
  webSocket,
} from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Web3, WebSocketProvider as Web3Socket } from 'web3'
import { alice, bob, ether, token, word } from '../conformance/actors.js'

const signature = 'event Moved(address indexed to)'
const event = parseAbiItem(signature)
const moved = toEventSelector(signature.slice(6).replace(' indexed to', ''))

async function open(clock: 'virtual' | 'ambient' = 'virtual') {
  const node = createMockNode({
    accounts: { [alice]: { balance: ether } },
    clock,
  })
  const { wsUrl, close } = await serve(node)
  onTestFinished(async () => {
    await close()
    node.dispose()
  })
  const move = (label = 'move') =>
    node.preconfirm({
      from: alice,
      to: token,
      label,
      logs: [{ address: token, topics: [moved, word(BigInt(bob))] }],
    })
  return { node, wsUrl, move }
}

async function openViem(clock?: 'ambient') {
  const opened = await open(clock)
  const transport = webSocket(opened.wsUrl, {
    keepAlive: false,
    reconnect: false,
  })
  const client = createPublicClient({ chain: opened.node.chain, transport })
  const { socket } = await arrived(client.transport.getRpcClient())
  onTestFinished(() => (socket as WebSocket).close())
  return { ...opened, client }
}

/** Until a client's subscription has arrived. */
const subscribed = (
  node: { answeredRequests: readonly { method: string | null }[] },
  count = 1,
) =>
  until(
    () =>
      node.answeredRequests.filter(({ method }) => method === 'eth_subscribe')
        .length >= count,
  )

/** Clients send from timers, which fake ones have to be told: ethers after 10 ms. */
async function until(isSo: () => boolean) {
  while (!isSo()) {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(10)
    await new Promise((next) => setImmediate(next))
  }
}

async function arrived<result>(promised: Promise<result>): Promise<result> {
  let isOver = false
  void promised.finally(() => {
    isOver = true
  })
  await until(() => isOver)
  return promised
}

const clocks = ['its own clock', 'fake timers'] as const

/** Only timers: fake ones for the rest would hold back what arrives. */
function fake() {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
    ],
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** A block later, as the clock has it. */
async function sealBy(node: MockNode, isSo: () => boolean) {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(2_000)
  else node.nextBlock()
  await until(isSo)
}

describe.each(clocks)('viem over WebSocket, under %s', (clock) => {
  beforeEach(() => {
    if (clock === 'fake timers') fake()
  })
  const openHere = () =>
    openViem(clock === 'fake timers' ? 'ambient' : undefined)
  test('default: requests', async () => {
    const { client, node } = await openHere()
    node.setBalance({ address: bob, value: 7n })
    expect(
      await arrived(client.getBalance({ address: bob, blockTag: 'latest' })),
    ).toBe(7n)
  })

  test('behavior: watchBlocks and watchBlockNumber', async () => {
    const { client, node } = await openHere()
    const numbers: bigint[] = []
    const blocks: (bigint | null)[] = []
    client.watchBlockNumber({ onBlockNumber: (one) => numbers.push(one) })
    client.watchBlocks({
      blockTag: 'latest',
      onBlock: ({ number }) => blocks.push(number),
    })
    await subscribed(node, 2)
    await sealBy(node, () => numbers.length === 1 && blocks.includes(1n))
    await sealBy(node, () => numbers.length === 2 && blocks.includes(2n))
    expect(numbers).toEqual([1n, 2n])
    expect(blocks).toEqual([1n, 2n])
  })

  test('behavior: watchEvent, and what a reorg takes back', async () => {
    const { client, node, move } = await openHere()
    const seen: boolean[] = []
    client.watchEvent({
      event,
      onLogs: (logs) => seen.push(...logs.map(({ removed }) => removed)),
    })
    await subscribed(node)
    move()
    await sealBy(node, () => seen.length === 1)
    node.reorg({ depth: 1, omit: ['move'] })
    await until(() => seen.length === 2)
    expect(seen).toEqual([false, true])
  })

  test('behavior: watchPendingTransactions', async () => {
    const { client, node, move } = await openHere()
    const seen: string[] = []
    const stop = client.watchPendingTransactions({
      onTransactions: (hashes) => seen.push(...hashes),
    })
    await subscribed(node)
    const hashes = [move(), move()]
    await until(() => seen.length === 2)
    expect(seen).toEqual(hashes)
    stop()
    await until(() =>
      node.answeredRequests.some(({ method }) => method === 'eth_unsubscribe'),
    )
  })
})

describe.each(clocks)('ethers over WebSocket, under %s', (clock) => {
  test('default: requests, blocks, events and pending transactions', async () => {
    if (clock === 'fake timers') fake()
    const { node, wsUrl, move } = await open(
      clock === 'fake timers' ? 'ambient' : 'virtual',
    )
    const provider = new WebSocketProvider(wsUrl, node.chain.id, {
      staticNetwork: true,
    })
    onTestFinished(() => provider.destroy())
    expect(await arrived(provider.getBlockNumber())).toBe(0)
    const numbers: number[] = []
    const hashes: string[] = []
    const events: string[] = []
    await provider.on('block', (number) => void numbers.push(number))
    await provider.on('pending', (hash) => void hashes.push(hash))
    const contract = new Contract(token, [signature], provider)
    await contract.on('Moved', (to) => void events.push(to.toLowerCase()))
    await subscribed(node, 3)
    const hash = move()
    await sealBy(
      node,
      () => numbers.length === 1 && hashes.length === 1 && events.length === 1,
    )
    expect([numbers, hashes, events]).toEqual([[1], [hash], [bob]])
  })
})

describe.each(clocks)('web3.js over WebSocket, under %s', (clock) => {
  test('default: heads, logs and pending transactions', async () => {
    if (clock === 'fake timers') fake()
    const { node, wsUrl, move } = await open(
      clock === 'fake timers' ? 'ambient' : 'virtual',
    )
    // Or the end of the server would have it connect again, in later files.
    const reconnect = { autoReconnect: false } as never
    const provider = new Web3Socket(wsUrl, {}, reconnect)
    onTestFinished(() => provider.disconnect())
    const web3 = new Web3(provider)
    const told: [string, unknown][] = []
    const heads = await arrived(web3.eth.subscribe('newHeads'))
    heads.on('data', ({ number }) => void told.push(['head', number]))
    const logs = await arrived(web3.eth.subscribe('logs', { address: token }))
    logs.on('data', (log) => void told.push(['log', log.blockNumber]))
    const pending = await arrived(web3.eth.subscribe('pendingTransactions'))
    pending.on('data', (hash) => void told.push(['pending', hash]))
    const hash = move()
    await sealBy(node, () => told.length === 3)
    expect(told.sort()).toEqual([
      ['head', 1n],
      ['log', 1n],
      ['pending', hash],
    ])
  })
})

describe('web3.js over an EIP-1193 provider', () => {
  test('default: from its messages, at once', async () => {
    const { node, move } = await open()
    const web3 = new Web3(node.provider)
    const told: unknown[] = []
    const heads = await web3.eth.subscribe('newHeads')
    heads.on('data', ({ number }) => void told.push(number))
    move()
    node.nextBlock(2)
    expect(told).toEqual([1n, 2n])
  })
})

describe('faults, as viem sees them', () => {
  test('behavior: null of eth_subscribe leaves a watcher silent', async () => {
    const { node, client } = await openViem()
    node.fault({ type: 'null', methods: ['eth_subscribe'] })
    const seen: unknown[] = []
    const unwatch = client.watchBlockNumber({
      onBlockNumber: (number) => seen.push(number),
      onError: (error) => seen.push(error),
    })
    await subscribed(node)
    node.nextBlock(2)
    expect(await client.getBlockNumber()).toBe(2n)
    expect(seen).toEqual([])
    unwatch()
  })

  test('behavior: null of eth_getFilterChanges counts the hashes as told', async () => {
    const { node, client } = await openViem()
    const filter = await client.createPendingTransactionFilter()
    const told = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.fault({ type: 'null', methods: ['eth_getFilterChanges'], times: 1 })
    const changes = () => client.getFilterChanges({ filter })
    await expect(changes()).rejects.toThrow('Cannot read properties of null')
    const next = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    expect(await changes()).toEqual([next])
    expect(told).not.toBe(next)
  })

  test('behavior: lost closes the socket', async () => {
    const { node, client } = await openViem()
    const { socket } = await client.transport.getRpcClient()
    const closed = new Promise<CloseEvent>((resolve) =>
      (socket as WebSocket).addEventListener('close', resolve),
    )
    node.fault({ type: 'lostResponse', methods: ['eth_chainId'] })
    const asked = client.request({ method: 'eth_chainId' }, { retryCount: 0 })
    await expect(asked).rejects.toThrow()
    expect((await closed).code).toBe(1006)
  })
})
