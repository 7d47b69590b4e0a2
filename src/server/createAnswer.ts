import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from './readBody.js'

/** A handler as `node.fetch` is one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What frames a message is the server's to say, not a scripted header's. */
const framing = ['content-length', 'transfer-encoding']

/** Answers each request as the handler that is chosen for it. */
export function createAnswer({
  url,
  choose,
  signalOf,
}: {
  /** Of the server, without a slash at the end. */
  url: string
  choose: (request: IncomingMessage) => Fetch
  /** Aborted when the connection is gone. */
  signalOf: (request: IncomingMessage) => AbortSignal | null
}) {
  async function fetch(request: IncomingMessage, target: string) {
    const { method = 'GET', headers } = request
    const init = {
      method,
      headers: headers as Record<string, string>,
      signal: signalOf(request),
    }
    const handle = choose(request)
    if (method !== 'POST') return handle(target, init)
    const { body, drop } = await readBody(request)
    try {
      const whole = { ...init, body, duplex: 'half' }
      return await handle(target, whole)
    } finally {
      drop()
    }
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    // The same script gives the same bytes.
    response.sendDate = false
    try {
      const target = targetOf(url, request)
      if (target === undefined) response.writeHead(400).end()
      // A method that no Request may have.
      else if (request.method === 'TRACE') response.writeHead(405).end()
      else await send(await fetch(request, target), response)
    } catch {
      // As an outcome `network` has it: the connection fails.
      request.socket.destroy()
    }
  }
}

/** Undefined where the target is no URL, which only odd clients send. */
function targetOf(url: string, { url: target = '/' }: IncomingMessage) {
  if (target.startsWith('/')) return `${url}${target}`
  return URL.canParse(target, url) ? new URL(target, url).href : undefined
}

async function send(answer: Response, response: ServerResponse) {
  const headers: string[] = []
  answer.headers.forEach((value, name) => {
    if (!framing.includes(name)) headers.push(name, value)
  })
  const body = answer.body && Buffer.from(await answer.arrayBuffer())
  if (body !== null) headers.push('content-length', `${body.length}`)
  response.writeHead(answer.status, headers).end(body)
}
