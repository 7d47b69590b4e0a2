import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MockNode } from 'preseal'
import { onTestFinished } from 'vitest'

export type Message = { id: number; method: string; params: unknown[] }

type RpcError = { code: number; message: string }

type Meddling = {
  /** Answers a whole request in the place of the node, or does not. */
  http?: (
    response: ServerResponse,
    messages: readonly Message[],
  ) => boolean | undefined
  /** The error of one message, or undefined. */
  rpc?: (message: Message) => RpcError | undefined
}

/** A port in front of a node, and what goes wrong between the two. */
export async function openProxy(node: MockNode, { http, rpc }: Meddling = {}) {
  const asked: Message[] = []
  const server = createServer(async (request, response) => {
    const given: Message | Message[] = JSON.parse(await text(request))
    const messages = [given].flat()
    asked.push(...messages)
    if (http?.(response, messages)) return
    const answers = await Promise.all(
      messages.map(async (message) => {
        const { id, method, params } = message
        const refused = rpc?.(message)
        if (refused) return { jsonrpc: '2.0', id, error: refused }
        const response = await node.fetch('http://node', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        })
        return response.json()
      }),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(given) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` }
}
