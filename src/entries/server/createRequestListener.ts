import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type PlainFetch,
  type PlainRequest,
  type PlainResponse,
  plainFetch,
} from '../../base/http/plainFetch.js'
import type { Connection } from './connection.js'
import type { Reader } from './createUnread.js'
import { type Body, readBody } from './readBody.js'

/** A handler like `node.fetch`. */
export type FetchHandler = (url: string, init: RequestInit) => Promise<Response>

/** A response as it is sent. */
type ServerResponseParts = Omit<PlainResponse, 'body'> & {
  body: string | Buffer | null
}

/** The server frames messages; scripted headers must not. */
const framing = ['content-length', 'transfer-encoding']

/** Answers each request with the handler chosen for it. */
export function createRequestListener({
  url,
  choose,
  connectionOf,
}: {
  /** Address of the server, without a slash at the end. */
  url: string
  choose: (request: IncomingMessage) => FetchHandler
  /** Undefined if it is gone. */
  connectionOf: (request: IncomingMessage) => Connection | undefined
}) {
  /** A promise only if something is waited for: promises take time. */
  function reply(
    request: IncomingMessage,
    target: string,
    signal: AbortSignal,
    read: Body | undefined,
  ): ServerResponseParts | Promise<ServerResponseParts> {
    const fetch = choose(request)
    if (typeof read?.body === 'string') {
      const plain = plainFetchOf(fetch)
      if (plain !== undefined)
        return plain(plainRequest(request, target, read.body, signal))
    }
    return replyBy(fetch, request, target, signal, read)
  }

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ) {
    const connection = connectionOf(request)
    const gone = connection?.begin() ?? new AbortController()

    function answer(read?: Body) {
      try {
        const replied = reply(request, target, gone.signal, read)
        if (replied instanceof Promise) replied.then(finish).catch(fail)
        else finish(replied)
      } catch {
        fail()
      }
    }
    function finish(replied: ServerResponseParts) {
      send(replied, response)
      if (connection !== undefined) {
        countUnread(response, connection.reader)
        connection.end(gone)
      }
    }
    /** As for an outcome `network`: the connection fails. */
    function fail() {
      request.socket.destroy()
      connection?.end(gone)
    }

    if (request.method === 'POST') readBody(request, answer)
    else answer()
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    // The same script gives the same bytes.
    response.sendDate = false
    const target = targetOf(url, request)
    if (target === undefined) refuse(response, 400)
    // The Request constructor refuses this method.
    else if (request.method === 'TRACE') refuse(response, 405)
    else serve(request, response, target)
  }
}

async function replyBy(
  fetch: FetchHandler,
  { method = 'GET', headers }: IncomingMessage,
  target: string,
  signal: AbortSignal,
  read: Body | undefined,
): Promise<ServerResponseParts> {
  const init = { method, headers: headers as Record<string, string>, signal }
  try {
    return await toReply(
      await fetch(target, read ? { ...init, ...streamed(read.body) } : init),
    )
  } finally {
    read?.drop()
  }
}

function refuse(response: ServerResponse, status: number) {
  response.writeHead(status).end()
}

function plainFetchOf(fetch: FetchHandler): PlainFetch | undefined {
  return (fetch as { [plainFetch]?: PlainFetch })[plainFetch]
}

function plainRequest(
  request: IncomingMessage,
  target: string,
  body: string,
  signal: AbortSignal,
): PlainRequest {
  return {
    method: 'POST',
    // To parse a URL takes long, and nearly all requests are to the root.
    path: request.url === '/' ? '/' : new URL(target).pathname,
    header: (name) => headerOf(request, name),
    body,
    signal,
  }
}

/** The first of that name. Node's own record of all of them takes long to make. */
function headerOf({ rawHeaders }: IncomingMessage, name: string) {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string
    if (given.length === name.length && given.toLowerCase() === name)
      return rawHeaders[at + 1] ?? null
  }
  return null
}

/** The type of `RequestInit` that pages have knows no `duplex`. */
function streamed(body: BodyInit): RequestInit {
  return Object.assign({ body }, { duplex: 'half' })
}

/** Undefined if the target is not a URL. */
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
  const list = listHeaders(headers)
  if (body === null)
    return void response.writeHead(status, list.slice(0, -2)).end()
  // A list that is copied at its full length is made fastest.
  const own = list.slice()
  const bytes = Buffer.byteLength(body)
  own[list.length - 1] = `${bytes}`
  response.writeHead(status, own)
  // Node sends what `end` is given in two pieces, the second one empty, which
  // takes longer than an answer. ASCII is latin1, too, and that is copied.
  response.cork()
  response.write(body, bytes === body.length ? 'latin1' : 'utf8')
  response.uncork()
  response.end()
}

/** Until the system has taken the answer, which it does at once as a rule. */
function countUnread(response: ServerResponse, reader: Reader) {
  const bytes = response.writableLength
  if (bytes === 0) return
  reader.add(bytes)
  response.once('close', () => reader.take(bytes))
}

/** Names and values in turn, at last that of the length, which is yet unknown. */
function listHeaders(headers: PlainResponse['headers']): readonly string[] {
  const known = lists.get(headers)
  if (known !== undefined) return known
  const list: string[] = []
  for (const [name, value] of Object.entries(headers))
    if (!framing.includes(name)) list.push(name, value)
  list.push('content-length', '')
  lists.set(headers, list)
  return list
}

/** Nearly all responses have the very same headers. */
const lists = new WeakMap<PlainResponse['headers'], readonly string[]>()
