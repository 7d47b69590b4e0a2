import { Contract, WebSocketProvider } from 'ethers'
import { advanceAsync, nextBeatAsync, testNode } from 'preseal/vitest'
import { createWebSocket } from 'preseal/websocket'
import {
  createPublicClient,
  fallback,
  http,
  parseAbiItem,
  toEventSelector,
  webSocket,
} from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { alice, ether, token, word } from '../../conformance/actors.js'

const accounts = { [alice]: { balance: ether } }
const printed = vi.fn()

beforeEach(() => {
  printed.mockClear()
  vi.spyOn(console, 'error').mockImplementation(printed)
  onTestFinished(() => void vi.restoreAllMocks())
})

describe('viem', () => {
  async function watch(config: Parameters<typeof webSocket>[1] = {}) {
    const node = testNode({ accounts })
    const transport = webSocket(node.wsUrl, config)
    const client = createPublicClient({ chain: node.chain, transport })
    const numbers: bigint[] = []
    const errors: string[] = []
    const unwatch = client.watchBlockNumber({
      onBlockNumber: (number) => numbers.push(number),
      onError: ({ name, message }) =>
        errors.push(name ?? message ?? 'an event'),
    })
    onTestFinished(unwatch)
    await nextBeatAsync()
    expect(node).toHaveSubscription('newHeads', { times: 1 })
    return { node, client, numbers, errors, unwatch }
  }

  test('default: reconnects after 2 s, subscribes anew, and misses what came between', async () => {
    const { node, numbers, errors, unwatch } = await watch()
    node.nextBlock()
    node.disconnectSockets()
    expect(node).not.toHaveSubscription()
    await advanceAsync(6_000)
    expect(node).toHaveSubscription('newHeads', { times: 1 })
    // Block 2 was sealed before the socket was open again.
    expect(numbers).toEqual([1n, 3n, 4n])
    expect(errors).toContain('SocketClosedError')
    // Until 2.57.1 it took back the id that the first socket had.
    unwatch()
    await nextBeatAsync()
    expect(node).not.toHaveSubscription()
  })

  test('behavior: a clean close is no end: it reconnects as well', async () => {
    const { node, numbers } = await watch()
    node.disconnectSockets({ code: 1_001, reason: 'going away' })
    await advanceAsync(6_000)
    expect(node).toHaveSubscription('newHeads', { times: 1 })
    expect(numbers).toEqual([2n, 3n])
  })

  test('behavior: a longer outage, in which it tries again', async () => {
    const { node, numbers } = await watch()
    node.nextBlock()
    node.fault({ type: 'network', until: node.now + 5_000 })
    await advanceAsync(10_000)
    expect(numbers).toEqual([1n, 5n, 6n])
    expect(printed).toHaveBeenCalled()
  })

  test('behavior: gives up after five failures, without a word to the watcher', async () => {
    const { node, numbers } = await watch()
    const lift = node.fault({ type: 'network' })
    await advanceAsync(30_000)
    lift()
    await advanceAsync(30_000)
    expect(numbers).toEqual([])
    expect(node).not.toHaveSubscription()
  })

  test('behavior: a subscription dies in silence on a half-dead socket', async () => {
    const { node, numbers, errors, client } = await watch()
    node.disconnectSockets({ how: 'silently' })
    await advanceAsync(120_000)
    expect([numbers, errors]).toEqual([[], []])
    const asked = client.getBlockNumber().catch(({ name }) => name)
    await advanceAsync(60_000)
    expect(await asked).toBe('TimeoutError')
  })

  test('behavior: the watcher is told of a refused resubscription, which ends it', async () => {
    const { node, numbers, errors } = await watch()
    node.fault({
      type: 'rpc',
      code: -32_000,
      message: 'too many subscriptions',
      methods: ['eth_subscribe'],
      times: 1,
    })
    node.disconnectSockets()
    await advanceAsync(10_000)
    expect(node).not.toHaveSubscription()
    expect([numbers, errors.at(-1)]).toEqual([[], 'too many subscriptions'])
  })

  test('behavior: fallback asks over HTTP, and its watcher neither polls nor tells', async () => {
    const node = testNode({ accounts })
    const transport = fallback([
      webSocket(node.wsUrl, { retryCount: 0 }),
      http('http://node.test', { fetchFn: node.fetch, retryCount: 0 }),
    ])
    const client = createPublicClient({ chain: node.chain, transport })
    node.fault({ type: 'socket', opening: 'refused' })
    const asked = client.getBlockNumber()
    await advanceAsync(1_000)
    expect(await asked).toBe(0n)
    const onBlockNumber = vi.fn()
    const onError = vi.fn()
    const unwatch = client.watchBlockNumber({ onBlockNumber, onError })
    onTestFinished(unwatch)
    await advanceAsync(60_000)
    expect(onBlockNumber).not.toHaveBeenCalled()
    expect(onError.mock.calls.map(String)).toEqual(['[object Event]'])
  })

  test('behavior: watchBlocks calls back with no block where one was cut off', async () => {
    const node = testNode({ accounts })
    const transport = webSocket(node.wsUrl)
    const client = createPublicClient({ chain: node.chain, transport })
    const seen: (bigint | null | undefined)[] = []
    const unwatch = client.watchBlocks({
      emitMissed: true,
      onBlock: (block) => seen.push(block?.number),
    })
    onTestFinished(unwatch)
    await nextBeatAsync()
    node.nextBlock()
    node.disconnectSockets()
    await advanceAsync(6_000)
    expect(seen).toEqual([undefined, 3n, 4n])
  })

  test('recipe: the blocks of a gap are asked for', async () => {
    const node = testNode({ accounts })
    const reconnect = { attempts: 1_000 }
    const transport = webSocket(node.wsUrl, { reconnect })
    const client = createPublicClient({ chain: node.chain, transport })
    const seen: bigint[] = []
    let last = 0n
    const unwatch = client.watchBlockNumber({
      async onBlockNumber(latest) {
        while (last < latest) {
          last += 1n
          const { number } = await client.getBlock({ blockNumber: last })
          seen.push(number)
        }
      },
    })
    onTestFinished(unwatch)
    await nextBeatAsync()
    await advanceAsync(2_000)
    node.fault({ type: 'network', until: node.now + 15_000 })
    await advanceAsync(20_000)
    expect(seen).toEqual(Array.from({ length: 11 }, (_, at) => BigInt(at + 1)))
  })
})

describe('ethers', () => {
  const signature = 'event Moved(address indexed to)'
  const moved = toEventSelector(parseAbiItem(signature))

  test.each([
    ['cut', undefined],
    ['closed cleanly', { code: 1_001 }],
    ['half-dead', { how: 'silently' }],
  ] as const)(
    'default: never reconnects when %s: subscriptions and requests hang',
    async (_, how) => {
      const node = testNode({ accounts })
      const WebSocket = createWebSocket(node)
      const provider = new WebSocketProvider(
        () => new WebSocket(node.wsUrl),
        node.chain.id,
      )
      const numbers: number[] = []
      await provider.on('block', (number) => void numbers.push(number))
      await nextBeatAsync()
      expect(node).toHaveSubscription('newHeads')
      node.nextBlock()
      await nextBeatAsync()
      node.disconnectSockets(how)
      await advanceAsync(60_000)
      expect(node).not.toHaveSubscription()
      expect(numbers).toEqual([1])
      const end = vi.fn()
      void provider.getBlockNumber().then(end, end)
      await advanceAsync(60_000)
      expect(end).not.toHaveBeenCalled()
      await provider.destroy()
    },
  )

  test('recipe: another provider for each socket, and logs from the last block on', async () => {
    const node = testNode({ accounts })
    const seen: number[] = []
    const stop = listen(node.wsUrl, node.chain.id, (block) => seen.push(block))
    onTestFinished(stop)
    await nextBeatAsync()
    const emit = () =>
      node.preconfirm({
        from: alice,
        to: token,
        logs: [{ address: token, topics: [moved, word(1)] }],
      })
    emit()
    await advanceAsync(2_000)
    node.disconnectSockets()
    emit()
    await advanceAsync(2_000)
    emit()
    await advanceAsync(4_000)
    expect(seen).toEqual([1, 2, 3])
    stop()
    await nextBeatAsync()
    expect(node).not.toHaveSubscription()
  })

  /** The code that survives. */
  function listen(url: string, chainId: number, told: (block: number) => void) {
    let provider: WebSocketProvider
    let next = 1
    let isOver = false
    const connect = () => {
      const socket = new WebSocket(url)
      provider = new WebSocketProvider(socket as never, chainId)
      const contract = new Contract(token, [signature], provider)
      const tell = (block: number) => {
        if (block < next) return
        next = block + 1
        told(block)
      }
      socket.addEventListener('open', async () => {
        await contract.on('Moved', (_, { log }) => tell(log.blockNumber))
        if ((await provider.getBlockNumber()) < next) return
        const missed = await contract.queryFilter('Moved', next)
        for (const { blockNumber } of missed) tell(blockNumber)
      })
      socket.addEventListener('close', () => {
        if (!isOver) setTimeout(connect, 3_000)
      })
    }
    connect()
    return () => {
      isOver = true
      void provider.destroy()
    }
  }
})
