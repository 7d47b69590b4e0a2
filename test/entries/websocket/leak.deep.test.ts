import v8 from 'node:v8'
import vm from 'node:vm'
import { createMockNode } from 'preseal'
import { createWebSocket } from 'preseal/websocket'
import { expect, test } from 'vitest'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

const cutting = '{"jsonrpc":"2.0","id":2,"method":"eth_gasPrice"}'

const subscribe = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newHeads'],
})

test('behavior: 100,000 sockets are opened, subscribed, closed and forgotten', async () => {
  const node = createMockNode({ requestHistory: 10 })
  const Socket = createWebSocket(node)
  node.fault({ type: 'lostResponse', methods: ['eth_gasPrice'] })
  const turn = () => new Promise((next) => setImmediate(next))
  let closed = 0

  async function some(count: number) {
    const from = closed
    for (let at = 0; at < count; at++) {
      const socket = new Socket('ws://node.test')
      socket.onopen = () => socket.send(subscribe)
      // Half of them say so, and half are cut: not by verbs, which a story keeps.
      socket.onmessage = () => {
        if (at % 2 === 0) socket.close()
        else socket.send(cutting)
      }
      socket.onclose = () => closed++
      if (at % 100 === 99) await turn()
    }
    while (closed < from + count) await turn()
  }

  await some(30_000)
  collect()
  const before = process.memoryUsage().heapUsed
  await some(70_000)
  collect()
  const grown = process.memoryUsage().heapUsed - before
  expect(node.subscriptions).toEqual([])
  expect(grown).toBeLessThan(4 * 2 ** 20)
  node.dispose()
})
