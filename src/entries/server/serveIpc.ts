import { unlink } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { mostReceived, type SocketDoor } from '../../base/http/nodeUrls.js'
import type { Unread } from './createUnread.js'

/**
 * Serves the door on a socket of this machine: JSON texts one after the other,
 * as geth, reth and anvil read and write them.
 *
 * @returns a function that ends it and every connection.
 * @throws the system's error if it cannot listen there.
 */
export async function serveIpc(
  path: string,
  door: SocketDoor,
  unread: Unread,
): Promise<() => void> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveConnection(socket, door, unread)
  })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  try {
    await listen()
  } catch (error) {
    // A process that was killed leaves its file, at which nobody listens.
    if (await isAnswered(path)) throw error
    await unlink(path)
    await listen()
  }
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED'),
    )
  })
}

function serveConnection(socket: Socket, door: SocketDoor, unread: Unread) {
  const reader = unread.join(() => socket.destroy())
  const split = splitTexts()
  socket.setEncoding('utf8')
  const open = door.connect(socket, {
    open() {},
    send(socket, text) {
      reader.add(text.length)
      socket.write(`${text}\n`, (error) => {
        if (!error) reader.take(text.length)
      })
    },
    close: (socket) => socket.end(),
    end: (socket) => socket.destroy(),
    silence: (socket) => socket.pause(),
  })
  socket.on('data', (chunk) => {
    const texts = split(`${chunk}`)
    if (texts === undefined) socket.destroy()
    else for (const text of texts) door.receive(open, text)
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    reader.leave()
    door.close(open)
  })
}

/**
 * Cuts a stream where an object or array ends, or at the end of a line that
 * holds neither; undefined if a text is too long.
 */
export function splitTexts(): (chunk: string) => string[] | undefined {
  let text = ''
  let depth = 0
  let isQuoted = false
  /** Where in the chunk a sign follows a backslash. */
  let escaped = -1
  return (chunk) => {
    const texts: string[] = []
    let from = 0
    for (const { 0: sign, index } of chunk.matchAll(/["\\{}[\]\n]/g)) {
      if (isQuoted) {
        if (index === escaped) continue
        if (sign === '\\') escaped = index + 1
        else if (sign === '"') isQuoted = false
        continue
      }
      if (sign === '"') isQuoted = true
      else if (sign === '{' || sign === '[') depth++
      else if (sign === '}' || sign === ']') depth--
      if (depth > 0 || !/[\]}\n]/.test(sign)) continue
      text += chunk.slice(from, index + 1)
      if (text.trim() !== '') texts.push(text)
      text = ''
      from = index + 1
      depth = 0
    }
    text += chunk.slice(from)
    escaped -= chunk.length
    return text.length > mostReceived ? undefined : texts
  }
}
