import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundlePlayground } from './bundle.js'

/** Serves the playground alone, from the sources, until it is interrupted. */
const files = await bundlePlayground('src')
const types: { [ending: string]: string } = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
}
const server = createServer(({ url = '/' }, response) => {
  const [path = '/'] = url.split('?')
  const name = path === '/' ? 'index.html' : path.slice(1)
  response.statusCode = name in files ? 200 : 404
  response.setHeader(
    'content-type',
    types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
  )
  response.end(files[name])
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`The playground is at http://127.0.0.1:${port}/`)
})
