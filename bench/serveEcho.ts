import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { batched, createAddresses } from './workload.js'

// Node's own HTTP server and one balance for an answer, or a batch of them: the
// least that a server on Node takes, in a process of its own.
const result = `0x${(10n ** 24n).toString(16)}`
const one = { jsonrpc: '2.0', id: 1, result }
const single = answerOf(one)
const batch = answerOf(Array(batched).fill(one))
const server = createServer((request, response) => {
  const { text, headers } = request.url === '/batch' ? batch : single
  request
    .on('data', () => {})
    .on('end', () => {
      response.writeHead(200, headers).end(text)
    })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({
    url: `http://127.0.0.1:${port}`,
    addresses: createAddresses(1),
  })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => process.exit())

function answerOf(answer: object) {
  const text = JSON.stringify(answer)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  return { text, headers }
}
