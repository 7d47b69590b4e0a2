import v8 from 'node:v8'
import vm from 'node:vm'
import { createMockNode } from 'preseal'
import { createWebSocket } from 'preseal/websocket'
import { expect, test } from 'vitest'

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

const subscribe = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newHeads'],
})

test('behavior: 100,000 sockets are opened, subscribed, closed and forgotten', async () => {
  const node = createMockNode({ requestHistory: 10 })
  const Socket = createWebSocket(node)
  const turn = () => new Promise((next) => setImmediate(next))
  let opened = 0
  let closed = 0

  async function some(count: number) {
    const from = closed
    for (let at = 0; at < count; at++) {
      const socket = new Socket('ws://node.test')
      const number = ++opened
      socket.onopen = () => socket.send(subscribe)
      // Half of them say so, a quarter is cut, and a quarter goes half-dead.
      socket.onmessage = () => {
        if (at % 2 === 0) socket.close()
        else if (at % 4 === 1) node.disconnect({ socket: number })
        else {
          node.disconnect({ socket: number, how: 'silently' })
          socket.close()
        }
      }
      socket.onclose = () => closed++
      if (at % 100 === 99) await turn()
    }
    while (closed < from + count) await turn()
  }

  await some(10_000)
  collect()
  const before = process.memoryUsage().heapUsed
  await some(90_000)
  collect()
  const grown = process.memoryUsage().heapUsed - before
  expect(node.subscriptions).toEqual([])
  expect(grown).toBeLessThan(4 * 2 ** 20)
  node.dispose()
}, 120_000)
