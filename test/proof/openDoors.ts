import { once } from 'node:events'
import type { MockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWebSocket } from 'preseal/websocket'
import { WebSocket } from 'ws'
import type { Request } from '../model/reads.js'

type Provider = { request(request: unknown): Promise<unknown> }

/** Opens all doors of a node: functions that return an answer as a text. */
export async function openDoors(node: MockNode) {
  const server = await serve(node)
  const InProcess = createWebSocket(node)
  const near = new InProcess('ws://node.test')
  const far = new WebSocket(server.wsUrl)
  await Promise.all([near, far].map((socket) => once(socket as never, 'open')))
  const doors: { [name: string]: (request: Request) => Promise<string> } = {
    provider: (request) => askProvider(node.provider as Provider, request),
    control: (request) => askProvider(node.control as Provider, request),
    fetch: (request) => post(node.fetch, 'http://node.test', request),
    server: (request) => post(fetch, server.url, request),
    'in-process WebSocket': (request) => send(near as Socket, request),
    'served WebSocket': (request) => send(far as Socket, request),
  }
  const close = async () => {
    near.close()
    far.terminate()
    await server.close()
  }
  return { doors, close }
}

/** The provider's answer as a JSON-RPC response. */
async function askProvider(
  { request }: Provider,
  [method, ...params]: Request,
): Promise<string> {
  const end = await request({ method, params }).then(
    (result) => ({ result }),
    ({ code, message, data }) => ({ error: { code, message, data } }),
  )
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...end })
}

const bodyOf = ([method, ...params]: Request) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

async function post(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  url: string,
  request: Request,
): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = bodyOf(request)
  const response = await fetch(url, { method: 'POST', headers, body })
  return response.text()
}

type Socket = {
  send(text: string): void
  addEventListener(
    type: 'message',
    listener: (event: { data: unknown }) => void,
    options: { once: true },
  ): void
}

function send(socket: Socket, request: Request): Promise<string> {
  return new Promise((resolve) => {
    const listener = ({ data }: { data: unknown }) => resolve(String(data))
    socket.addEventListener('message', listener, { once: true })
    socket.send(bodyOf(request))
  })
}
