import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { serve } from 'preseal/server'
import { createWebSocket } from 'preseal/websocket'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** How a socket reaches a node: the tests of sockets hold for both. */
export type Carrier = {
  readonly name: string
  open(options?: MockNodeOptions): Promise<{ node: MockNode; dial: Dial }>
}

type Dial = () => Connection

type Said = {
  id?: unknown
  result?: unknown
  error?: { code: number; message: string }
  params?: { subscription: string; result: unknown }
}

export type Connection = ReturnType<typeof follow>

export const carriers: readonly Carrier[] = [
  {
    name: 'in process',
    async open(options) {
      const node = createMockNode(options)
      onTestFinished(() => node.dispose())
      const Socket = createWebSocket(node)
      return { node, dial: () => follow(new Socket(node.wsUrl)) }
    },
  },
  {
    name: 'served',
    async open(options) {
      const node = createMockNode(options)
      const server = await serve(node)
      onTestFinished(async () => {
        await server.close()
        node.dispose()
      })
      return { node, dial: () => follow(new WebSocket(server.wsUrl)) }
    },
  },
]

/** Waits for as many turns of the event loop as that takes. */
export async function eventually(isSo: () => boolean) {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}

/** Long enough for whatever needs no time to arrive, on loopback as well. */
export async function quiet() {
  for (let turn = 0; turn < 30; turn++)
    await new Promise((next) => setImmediate(next))
}

type Socket = {
  readonly readyState: number
  // biome-ignore lint/suspicious/noExplicitAny: as loose as any platform
  addEventListener(type: any, listener: (event: any) => void): void
  send(text: string): void
  close(code?: number, reason?: string): void
}

function follow(socket: Socket) {
  const said: Said[] = []
  const closings: string[] = []
  let id = 0
  socket.addEventListener('message', ({ data }) =>
    said.push(JSON.parse(String(data))),
  )
  socket.addEventListener('close', ({ code, reason, wasClean }) =>
    closings.push(
      `${code}${reason && ` ${reason}`}${wasClean ? '' : ' unclean'}`,
    ),
  )
  socket.addEventListener('error', () => {})
  const send = (method: string, ...params: unknown[]) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
  const hear = async (count: number) => {
    await eventually(() => said.length >= count)
    return said.splice(0, count)
  }
  return {
    socket,
    /** All that was said and not heard yet. */
    said,
    closings,
    send,
    hear,
    opened: () => eventually(() => socket.readyState === 1),
    closed: async () => {
      await eventually(() => closings.length > 0)
      return closings[0]
    },
    async ask(method: string, ...params: unknown[]) {
      send(method, ...params)
      const [answer] = await hear(1)
      return answer as Said
    },
  }
}
