import { connect, type Socket } from 'node:net'

/** A connection on which anything can be said. */
export type RawSocket = {
  readonly socket: Socket
  say(...parts: (string | Buffer)[]): void
  /** What came so far, once it has all of `parts`, or once it is over. */
  hear(...parts: string[]): Promise<string>
  /** All that came, once the other side has ended the connection. */
  end(): Promise<string>
}

export async function openSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  let heard = ''
  let isOver = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    tell()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
    tell()
  })
  const until = (isEnough: () => boolean) =>
    new Promise<string>((resolve) => {
      const listen = () => {
        if (!isEnough() && !isOver) return
        listeners.delete(listen)
        resolve(heard)
      }
      listeners.add(listen)
      listen()
    })
  await new Promise((resolve) => socket.once('connect', resolve))
  return {
    socket,
    say(...parts) {
      for (const part of parts) socket.write(part)
    },
    hear: (...parts) =>
      until(() => parts.every((part) => heard.includes(part))),
    end: () => until(() => false),
  }
}

/** A request as it stands on the wire, its length counted. */
export function post(
  body: string,
  headers: { [name: string]: string } = {},
  target = '/',
): string {
  const all = {
    Host: '127.0.0.1',
    'Content-Type': 'application/json',
    'Content-Length': `${Buffer.byteLength(body)}`,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${target} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

export const call = (method: string, params: unknown[] = [], id = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
