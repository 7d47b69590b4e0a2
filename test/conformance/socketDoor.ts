import { createMockNode, type MockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWebSocket } from 'preseal/websocket'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  socketDoor as key,
  type SocketDoor,
} from '../../src/base/http/nodeUrls.js'
import type { Door } from './door.js'
import { askBy } from './fetchDoor.js'

let sent = 0
let arrived = 0

/** A socket of the platform's kind. */
type Socket = {
  // biome-ignore lint/suspicious/noExplicitAny: as loose as any platform
  addEventListener(type: any, listener: (event: any) => void): void
  send(text: string): void
}

/** `preseal/websocket`, without a server. */
export const webSocketDoor: Door = {
  name: 'in-process WebSocket',
  async open(options) {
    const node = createMockNode(options)
    onTestFinished(() => node.dispose())
    const WebSocket = createWebSocket({ [key]: counted(node) })
    const dial = () => new WebSocket('ws://node.test')
    return { node, ...askBy(createAsk(dial), 'http://node.test') }
  },
  arrival,
}

/** `preseal/server`, asked over WebSocket, on one connection after the other. */
export const socketDoor: Door = {
  name: 'WebSocket',
  async open(options) {
    const node = createMockNode(options)
    const server = await serve(
      Object.assign(
        { fetch: node.fetch, control: undefined },
        { [key]: counted(node) },
      ),
    )
    onTestFinished(async () => {
      await server.close()
      node.dispose()
    })
    return {
      node,
      ...askBy(
        createAsk(() => new WebSocket(server.wsUrl)),
        server.url,
      ),
    }
  },
  arrival,
}

async function arrival() {
  while (arrived < sent) await new Promise((next) => setImmediate(next))
}

function counted(node: MockNode): SocketDoor {
  const door = (node as MockNode & { [key]: SocketDoor })[key]
  return {
    ...door,
    receive(socket, text) {
      arrived++
      door.receive(socket, text)
    },
  }
}

type Waiting = {
  readonly id: unknown
  answer(message: unknown): void
  fail(): void
}

/** Asks as a `fetch` would; where a connection ended, there is another one. */
function createAsk(dialSocket: () => Socket) {
  let waiting: Waiting[] = []
  let socket: Promise<Socket> | undefined

  function dial(): Promise<Socket> {
    const dialled = dialSocket()
    dialled.addEventListener('message', ({ data }: { data: unknown }) => {
      const message = JSON.parse(String(data))
      const at = waiting.findIndex(({ id }) => id === message.id)
      // What cannot be read is answered without its id, and at once.
      const [one] = waiting.splice(Math.max(at, 0), 1)
      one?.answer(message)
    })
    dialled.addEventListener('close', () => {
      socket = undefined
      const failed = waiting
      waiting = []
      for (const one of failed) one.fail()
    })
    return new Promise((resolve, reject) => {
      dialled.addEventListener('open', () => resolve(dialled))
      dialled.addEventListener('error', reject)
    })
  }

  return async (_: string, { body }: RequestInit): Promise<Response> => {
    sent++
    const text = String(body)
    socket ??= dial()
    const open = await socket.catch(() => {
      arrived++
      throw new TypeError('there is no connection')
    })
    const message = await new Promise((answer, reject) => {
      const fail = () => reject(new TypeError('the connection ended'))
      waiting.push({ id: JSON.parse(text)?.id, answer, fail })
      open.send(text)
    })
    return { json: async () => message } as Response
  }
}
