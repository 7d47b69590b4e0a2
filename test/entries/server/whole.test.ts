import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { createMockNode, type Fault } from 'preseal'
import { serve } from 'preseal/server'
import { expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { share } from '../../runs.js'

const request = fc.record({
  id: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(7, null, undefined),
  ),
  method: fc.constantFrom('eth_chainId', 'eth_getBalance', 'eth_ä', 'eth_😀'),
})

const toBody = (asked: object) =>
  JSON.stringify({ jsonrpc: '2.0', params: [bob, 'latest'], ...asked })

const faults: readonly Fault[] = [
  { type: 'http', status: 503, body: 'ä', methods: ['eth_chainId'], times: 1 },
  { type: 'rpc', code: 7, message: 'ö', methods: ['eth_chainId'], times: 1 },
  { type: 'delay', ms: 0, methods: ['eth_chainId'], times: 1 },
]

/** Asks all on one connection without waiting, and returns what comes. */
async function pipeline(url: string, bodies: readonly string[]) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  bodies.forEach((body, index) => {
    const close = index === bodies.length - 1 ? 'Connection: close\r\n' : ''
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\n${close}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

/** Responses, each with exactly as many bytes as it says. */
function split(bytes: Buffer) {
  const found: [status: number, body: string][] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at) + 4
    const head = bytes.subarray(at, end).toString('latin1')
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    found.push([
      Number(/^HTTP\/1.1 (\d+) /.exec(head)?.[1]),
      bytes.subarray(end, end + length).toString(),
    ])
    at = end + length
  }
  return found
}

test('an answer had other bytes on the wire than in process, or than it said', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 12 }),
      fc.subarray([...faults]),
      async (asked, faults) => {
        const bodies = [...asked.map(toBody), `[${asked.map(toBody)}]`]
        const alone = createMockNode({ faults })
        const expected: [number, string][] = []
        for (const body of bodies) {
          const headers = { 'content-type': 'application/json' }
          const response = await alone.fetch('http://node.test', {
            method: 'POST',
            headers,
            body,
          })
          expected.push([response.status, await response.text()])
        }
        const { url, close } = await serve(createMockNode({ faults }))
        const given = split(await pipeline(url, bodies))
        await close()
        expect(given).toEqual(expected)
      },
    ),
    { numRuns: share(300, 15) },
  )
})
