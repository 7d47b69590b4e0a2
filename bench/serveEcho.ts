import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAddresses } from './workload.js'

// Node's own HTTP server and one balance for an answer: the least that a
// server on Node takes, in a process of its own.
const text = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  result: `0x${(10n ** 24n).toString(16)}`,
})
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(text),
}
const server = createServer((request, response) => {
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
