import { createMockNode, type MockNode } from 'preseal'
import { serve } from 'preseal/server'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  socketDoor as key,
  type SocketDoor,
} from '../../src/base/http/socketDoor.js'
import type { Door } from './door.js'
import { askBy } from './fetchDoor.js'

let sent = 0
let arrived = 0

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
    return { node, ...askBy(createAsk(server.wsUrl), server.url) }
  },
  async arrival() {
    while (arrived < sent) await new Promise((next) => setImmediate(next))
  },
}

function counted(node: MockNode): SocketDoor {
  const door = (node as MockNode & { [key]: SocketDoor })[key]
  return (peer) => {
    const open = door(peer)
    return {
      ...open,
      receive(text) {
        arrived++
        open.receive(text)
      },
    }
  }
}

type Waiting = {
  readonly id: unknown
  answer(message: unknown): void
  fail(): void
}

/** Asks as a `fetch` would; where a connection ended, there is another one. */
function createAsk(url: string) {
  let waiting: Waiting[] = []
  let socket: Promise<WebSocket> | undefined

  function dial(): Promise<WebSocket> {
    const dialled = new WebSocket(url)
    dialled.on('message', (data) => {
      const message = JSON.parse(String(data))
      const at = waiting.findIndex(({ id }) => id === message.id)
      // What cannot be read is answered without its id, and at once.
      const [one] = waiting.splice(Math.max(at, 0), 1)
      one?.answer(message)
    })
    dialled.on('close', () => {
      socket = undefined
      const failed = waiting
      waiting = []
      for (const one of failed) one.fail()
    })
    return new Promise((resolve, reject) => {
      dialled.once('open', () => resolve(dialled)).once('error', reject)
    })
  }

  return async (_: string, { body }: RequestInit): Promise<Response> => {
    sent++
    const text = String(body)
    socket ??= dial()
    const open = await socket
    const message = await new Promise((answer, reject) => {
      const fail = () => reject(new TypeError('the connection ended'))
      waiting.push({ id: JSON.parse(text)?.id, answer, fail })
      open.send(text)
    })
    return { json: async () => message } as Response
  }
}
