import { connect, type Socket } from 'node:net'

/** What the process is sent; it answers when the requests are answered. */
export type Load = {
  readonly url: string
  /** JSON-RPC requests, asked one after the other and over again. */
  readonly bodies: readonly string[]
  readonly count: number
}

// One client for every server, on connections that are kept alive, and so lean
// that it is not the client that is measured.
const connections = 8
const sockets = new Map<string, Socket[]>()

process.on('message', async ({ url, bodies, count }: Load) => {
  const requests = bodies.map((body) => toRequest(url, body))
  const open = sockets.get(url) ?? (await openSockets(url))
  sockets.set(url, open)
  let left = count
  let cursor = 0
  const next = () => {
    if (left === 0) return undefined
    left--
    cursor = cursor + 1 < requests.length ? cursor + 1 : 0
    return requests[cursor]
  }
  await Promise.all(open.map((socket) => work(socket, next)))
  process.send?.('done')
})
process.once('disconnect', () => process.exit())

function toRequest(url: string, body: string): Buffer {
  if (url.startsWith('ws:')) return toFrame(body)
  const lines = [
    `POST ${new URL(url).pathname} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** A text of a client (RFC 6455), masked with zeros, which leave it as it is. */
function toFrame(body: string): Buffer {
  const text = Buffer.from(body)
  const { length } = text
  const size =
    length < 126 ? [0x80 | length] : [0xfe, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), text])
}

function openSockets(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  const opened = Array.from(
    { length: connections },
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => {
          if (url.startsWith('ws:')) socket.once('data', () => resolve(socket))
          else resolve(socket)
        })
        socket.setNoDelay(true).once('error', reject)
        if (url.startsWith('ws:')) socket.write(handshake(hostname))
      }),
  )
  return Promise.all(opened)
}

function handshake(host: string): string {
  const lines = [
    'GET / HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Asks on one connection, each time when the answer before is there. */
function work(socket: Socket, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve) => {
    let head = ''
    let missing = Number.NaN
    function ask() {
      const request = next()
      if (request !== undefined) return void socket.write(request)
      socket.off('data', read)
      resolve()
    }
    function read(chunk: Buffer) {
      // Every message of a server that is asked one by one is a chunk.
      if (chunk[0] === 0x81) return ask()
      if (Number.isNaN(missing)) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        const length = /^content-length: (\d+)/im.exec(head)?.[1]
        if (length === undefined || !head.startsWith('HTTP/1.1 200 '))
          throw new Error(`This is no answer: ${head.slice(0, 200)}`)
        missing = end + 4 + Number(length) - head.length
        head = ''
      } else missing -= chunk.length
      if (missing > 0) return
      missing = Number.NaN
      ask()
    }
    socket.on('data', read)
    ask()
  })
}
