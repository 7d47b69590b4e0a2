import { strictEqual } from 'node:assert'
import type { MockWebSocket } from 'preseal/websocket'
import { crowd, type Work } from '../harness/crowd.js'
import type { Bench } from '../harness/group.js'
import type { Section } from '../harness/section.js'
import { loadWebSocket } from '../loadWebSocket.js'
import { createAccounts, createAddresses } from '../workload.js'

const [alice, bob] = createAddresses(2) as [`0x${string}`, `0x${string}`]
const accounts = createAccounts([alice])

const subscribe =
  '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newFlashblocks"]}'

/** What many at once cost: 16 times as many, at most 24 times the time. */
export async function crowds({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const fill = (count: number) => {
    const node = createMockNode({ accounts })
    const hashes = Array.from({ length: count }, () =>
      node.preconfirm({ from: alice, to: bob }),
    )
    return { node, hashes }
  }
  const { createWebSocket } = await loadWebSocket(folder)
  const works: Work[] = [
    ['queued for one beat', (count) => void fill(count)],
    [
      'queued, then dropped from the front',
      (count) => {
        const { node, hashes } = fill(count)
        for (const hash of hashes) node.drop(hash)
      },
    ],
    [
      'requests that hang, until the fault is lifted',
      async (count) => {
        const node = createMockNode()
        const lift = node.fault({ type: 'hold' })
        const asked = Array.from({ length: count }, () =>
          node.provider.request({ method: 'eth_chainId' }),
        )
        lift()
        strictEqual((await Promise.all(asked)).length, count)
      },
    ],
    [
      'sockets in process, opened and closed',
      async (count) => {
        const WebSocket = createWebSocket(createMockNode())
        await opened(count, () => new WebSocket('ws://node.test'))
      },
    ],
    [
      'subscribers on sockets in process, told of a beat, then gone',
      async (count) => {
        const node = createMockNode()
        const WebSocket = createWebSocket(node)
        let told = 0
        await opened(
          count,
          () => {
            const socket = new WebSocket('ws://node.test')
            socket.addEventListener('open', () => socket.send(subscribe))
            socket.addEventListener('message', () => told++)
            return socket
          },
          async () => {
            await until(() => told === count)
            node.nextBeat()
            // The answer, and the beat.
            await until(() => told === 2 * count)
          },
        )
      },
    ],
  ]
  return crowd('many at once', works, { few: 1_000, many: 16_000, rounds: 5 })
}

/** Opens sockets, and closes them again once `work` is done. */
async function opened(
  count: number,
  open: () => MockWebSocket,
  work: () => Promise<void> = async () => {},
) {
  let isOpen = 0
  let isClosed = 0
  const sockets = Array.from({ length: count }, () => {
    const socket = open()
    socket.addEventListener('open', () => isOpen++)
    socket.addEventListener('close', () => isClosed++)
    return socket
  })
  await until(() => isOpen === count)
  await work()
  for (const socket of sockets) socket.close()
  await until(() => isClosed === count)
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
