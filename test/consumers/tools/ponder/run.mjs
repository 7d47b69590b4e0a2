// ponder indexes what is said on a served node, through two live reorgs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const url = process.env.PRESEAL_URL
const api = 'http://127.0.0.1:42069'
const emitter = '0x00000000000000000000000000000000000e3177'
const topic =
  '0xd70639751874b41ee56a3486a67a36a9a8837bd14dfb1d936220d22225cf9f3e'

async function ask(method, ...params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** What the node has, as ponder is to have it. */
async function logs() {
  const range = { address: emitter, fromBlock: '0x0', toBlock: 'latest' }
  return (await ask('eth_getLogs', range)).map((log) => [
    log.transactionHash,
    `${BigInt(log.data)}`,
    `${BigInt(log.blockNumber)}`,
  ])
}

const sorted = (rows) => rows.map((row) => row.join()).sort()

/** Until both have the same, and as much as there is to be. */
async function agree(count) {
  let own = []
  let indexed = []
  for (let tries = 0; tries < 120; tries++) {
    own = sorted(await logs())
    const response = await fetch(`${api}/said`).catch(() => undefined)
    indexed = response?.ok ? sorted(await response.json()) : []
    if (own.length === count && own.join() === indexed.join()) return
    await sleep(500)
  }
  assert.deepEqual(indexed, own)
  assert.equal(own.length, count)
}

const [from] = await ask('eth_accounts')
let value = 0
async function say(times) {
  for (let k = 0; k < times; k++) {
    const data = `0x${(++value).toString(16).padStart(64, '0')}`
    await ask('eth_sendTransaction', { from, to: emitter, data })
    await sleep(50)
  }
}

// CALLDATACOPY of a word, and LOG1 of it.
await ask('anvil_setCode', emitter, `0x60205f5f377f${topic.slice(2)}60205fa100`)
const ponder = spawn('npx', ['ponder', 'start', '--schema', 'said'], {
  stdio: 'inherit',
  detached: true,
  env: { ...process.env, PORT: '42069', PONDER_TELEMETRY_DISABLED: '1' },
})
try {
  await say(20)
  await agree(20)
  for (const depth of [2, 3]) {
    await say(10)
    await agree(value)
    // The same transactions stand in other blocks: none is left out.
    await ask('preseal_reorg', { depth, omit: [] })
    await say(10)
    await agree(value)
  }
} finally {
  if (ponder.exitCode === null) process.kill(-ponder.pid)
}
