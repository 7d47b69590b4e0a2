import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http'
import {
  type PlainFetch,
  type PlainRequest,
  type PlainResponse,
  plainFetch,
} from '../http/plainFetch.js'
import { readBody } from './readBody.js'

/** A handler as `node.fetch` is one. */
export type FetchHandler = (url: string, init: RequestInit) => Promise<Response>

/**
 * A response as it is sent; Node sends a string in one piece with the headers.
 */
type ServerResponseParts = Omit<PlainResponse, 'body'> & {
  body: string | Buffer | null
}

/** The server frames messages; scripted headers must not. */
const framing = ['content-length', 'transfer-encoding']

/** Answers each request with the handler chosen for it. */
export function createRequestListener({
  url,
  choose,
  askedOn,
}: {
  /** Of the server, without a slash at the end. */
  url: string
  choose: (request: IncomingMessage) => FetchHandler
  /** What is aborted when the connection is gone; undefined where it is. */
  askedOn: (request: IncomingMessage) => Set<AbortController> | undefined
}) {
  /**
   * Each request has its own signal: Node warns of one with many listeners, and
   * a test environment may replace Node's by a DOM's.
   */
  async function ask(
    request: IncomingMessage,
    target: string,
  ): Promise<ServerResponseParts> {
    const asked = askedOn(request)
    const gone = new AbortController()
    asked?.add(gone)
    try {
      return await reply(request, target, gone.signal)
    } finally {
      asked?.delete(gone)
    }
  }

  async function reply(
    request: IncomingMessage,
    target: string,
    signal: AbortSignal,
  ): Promise<ServerResponseParts> {
    const { method = 'GET', headers } = request
    const fetch = choose(request)
    const init = {
      method,
      headers: headers as Record<string, string>,
      signal,
    }
    if (method !== 'POST') return toReply(await fetch(target, init))
    const { body, drop } = await readBody(request)
    const plain = plainFetchOf(fetch)
    try {
      return plain !== undefined && typeof body === 'string'
        ? await plain(plainRequest(headers, target, body, signal))
        : await toReply(await fetch(target, { ...init, ...streamed(body) }))
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
      // The Request constructor refuses this method.
      else if (request.method === 'TRACE') response.writeHead(405).end()
      else send(await ask(request, target), response)
    } catch {
      // As for an outcome `network`: the connection fails.
      request.socket.destroy()
    }
  }
}

function plainFetchOf(fetch: FetchHandler): PlainFetch | undefined {
  return (fetch as { [plainFetch]?: PlainFetch })[plainFetch]
}

function plainRequest(
  headers: IncomingHttpHeaders,
  target: string,
  body: string,
  signal: AbortSignal,
): PlainRequest {
  return {
    method: 'POST',
    path: new URL(target).pathname,
    headers: {
      get: (name) => headers[name]?.toString() ?? null,
      has: (name) => headers[name] !== undefined,
    },
    body,
    signal,
  }
}

/** The type of `RequestInit` that pages have knows no `duplex`. */
function streamed(body: BodyInit): RequestInit {
  return Object.assign({ body }, { duplex: 'half' })
}

/** Undefined where the target is not a URL. */
function targetOf(url: string, { url: target = '/' }: IncomingMessage) {
  if (target.startsWith('/')) return `${url}${target}`
  return URL.canParse(target, url) ? new URL(target, url).href : undefined
}

async function toReply(response: Response): Promise<ServerResponseParts> {
  const headers: { [name: string]: string } = {}
  response.headers.forEach((value, name) => {
    headers[name] = value
  })
  const { status, body } = response
  return {
    status,
    headers,
    body: body && Buffer.from(await response.arrayBuffer()),
  }
}

function send(
  { status, headers, body }: ServerResponseParts,
  response: ServerResponse,
) {
  const list: string[] = []
  for (const [name, value] of Object.entries(headers))
    if (!framing.includes(name)) list.push(name, value)
  if (body === null) return response.writeHead(status, list).end()
  list.push('content-length', `${Buffer.byteLength(body)}`)
  return response.writeHead(status, list).end(body)
}
