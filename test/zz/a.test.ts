import { settle, testNode } from 'preseal/vitest'
import { createPublicClient, webSocket } from 'viem'
import { WebSocketProvider } from 'ethers'
import { expect, test, vi } from 'vitest'
vi.resetModules()
test('stacks', async () => {
  Error.stackTraceLimit = 50
  const node = testNode()
  const W = WebSocket
  const proto = W.prototype as { send(d: unknown): void }
  const real = proto.send
  proto.send = function (this: WebSocket, data: unknown) {
    if (String(data).includes('eth_subscribe')) console.log(new Error('asked').stack)
    return real.call(this, data)
  }
  const client = createPublicClient({ chain: node.chain, transport: webSocket(node.wsUrl) })
  const un = client.watchBlockNumber({ onBlockNumber() {} })
  await settle()
  const p = new WebSocketProvider(() => new WebSocket(node.wsUrl) as never, node.chain.id)
  await p.on('block', () => {})
  await settle({ ms: 200 })
  await client.transport.subscribe({ params: ['newHeads'], onData() {} }).catch(String)
  proto.send = real
  un()
  await p.destroy()
})
