// `npx preseal` as a user has it, up to its end by an interrupt.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'

const { stdout } = spawnSync('npx', ['preseal', '--version'], {
  encoding: 'utf8',
})
assert.match(stdout, /^\d+\.\d+\.\d+\n$/)

const server = spawn('node_modules/.bin/preseal', ['serve', '--port', '0'])
const [url] = await new Promise((resolve) =>
  server.stdout.on('data', (chunk) => {
    const found = /http:\/\/\S+\d/.exec(chunk)
    if (found) resolve(found)
  }),
)
const response = await fetch(url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
})
assert.equal((await response.json()).result, '0x7a69')
server.kill('SIGINT')
const code = await new Promise((resolve) => server.on('exit', resolve))
assert.equal(code, 0)
