import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from './open.js'

export type Said = {
  id?: unknown
  result?: unknown
  error?: { code: number; message: string }
  method?: string
  params?: { subscription: string; result: unknown }
}

/** A connection, and all that was said on it. */
export async function dial(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const said: (Said | Said[])[] = []
  let code = 0
  socket.on('message', (data) => said.push(JSON.parse(String(data))))
  socket.on('close', (given) => {
    code = given
  })
  socket.on('error', () => {})
  await eventually(() => socket.readyState !== socket.CONNECTING)
  onTestFinished(() => socket.terminate())
  let id = 0
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const hear = async (count: number) => {
    await eventually(() => said.length >= count)
    return said.splice(0, count)
  }
  const ask = async (method: string, ...params: unknown[]) => {
    send({ jsonrpc: '2.0', id: ++id, method, params })
    const [answer] = await hear(1)
    return answer as Said
  }
  return { socket, said, send, hear, ask, closed: () => code }
}
