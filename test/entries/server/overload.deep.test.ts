import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { start } from '../cli/start.js'
import { call } from './rawSocket.js'

const subscribers = 10_000
const stopped = 20_000
/** bytes, with all subscribers behind: 256 MiB of it are what they are to read */
const mostMemory = 2 ** 30

const hasProc = existsSync('/proc/self/fd')
/** Node raises its own limit to the hard one. */
const files = hasProc
  ? Number(
      execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })
        .trim()
        .replace('unlimited', 'Infinity'),
    )
  : 0

const descriptors = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const memory = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1_024
}

/** ms, which Linux counts in steps of 10 */
const cpu = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return 10 * (Number(fields[13]) + Number(fields[14]))
}

const later = (ms: number) => new Promise((next) => setTimeout(next, ms))

const frame = (text: string) =>
  Buffer.concat([
    Buffer.from([0x81, 128 | text.length]),
    // A mask of zeros leaves a text as it is.
    Buffer.alloc(4),
    Buffer.from(text),
  ])

/** So lean that it is not the clients that are overloaded. */
async function upgrade(
  port: number,
  heard: (bytes: number) => void,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    [
      'GET / HTTP/1.1',
      'Host: 127.0.0.1',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  socket.on('data', ({ length }) => heard(length))
  return socket
}

describe('overload', () => {
  test('a server that stood still under thousands of subscribers is itself again once they are gone', async ({
    skip,
  }) => {
    const needed = subscribers + 500
    if (!hasProc) skip('Only Linux shows descriptors and memory of a process.')
    if (files < needed)
      skip(`ulimit -Hn is ${files}, and this needs ${needed} open files.`)

    const { child, until } = await start('serve', '--port', '0', '--quiet')
    const pid = child.pid as number
    const url = await until(/http:\S+?:\d+(?=[\s,])/)
    const ask = async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: call('eth_chainId'),
      })
      expect(await response.json()).toMatchObject({ result: '0x7a69' })
    }
    await ask()
    const before = descriptors(pid)

    const empty = cpu(pid)
    const sockets: Socket[] = []
    let bytes = 0
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    while (sockets.length < subscribers)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, () =>
            upgrade(Number(new URL(url).port), (length) => {
              bytes += length
            }),
          ),
        )),
      )
    const subscription = frame(call('eth_subscribe', ['newFlashblocks']))
    for (const socket of sockets) socket.write(subscription)
    // A beat has some 2 kB.
    const enough = bytes + 3 * subscribers * 2_000
    while (bytes < enough) await later(50)
    expect(descriptors(pid)).toBeGreaterThan(subscribers / 2)
    await ask()

    const opening = cpu(pid) - empty
    child.kill('SIGSTOP')
    await later(stopped)
    child.kill('SIGCONT')
    const over = sockets.map((socket) =>
      socket.destroyed ? undefined : once(socket, 'close'),
    )
    for (const socket of sockets) socket.destroy()
    await Promise.all(over)
    const gone = cpu(pid)
    await ask()
    while (descriptors(pid) > before + 5) await later(10)
    // Whatever else runs beside this test, they leave for less than they came.
    expect(cpu(pid) - gone).toBeLessThan(opening)
    expect(memory(pid)).toBeLessThan(mostMemory)
  })
})
