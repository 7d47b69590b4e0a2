// A bundler starts at its first try: it reads the code of what it deploys from
// latest as soon as there is a receipt.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const { bytecode } = JSON.parse(
  readFileSync(
    'node_modules/@account-abstraction/contracts/artifacts/EntryPoint.json',
    'utf8',
  ),
)
// The third and fourth of the accounts that development nodes share.
const executor =
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const utility =
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

async function ask(url, method, ...params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

const node = process.env.PRESEAL_URL
const [from] = await ask(node, 'eth_accounts')
const creation = { from, data: bytecode, gas: '0x989680' }
const hash = await ask(node, 'eth_sendTransaction', creation)
let receipt = null
while (receipt === null) {
  await sleep(100)
  receipt = await ask(node, 'eth_getTransactionReceipt', hash)
}

const alto = spawn(
  'npx',
  [
    ...['alto', 'run', '--rpc-url', node, '--port', '4399'],
    ...['--entrypoints', receipt.contractAddress],
    ...['--executor-private-keys', executor],
    ...['--utility-private-key', utility],
    ...['--safe-mode', 'false', '--deploy-simulations-contract', 'true'],
    ...['--network-name', 'local'],
  ],
  { detached: true, stdio: 'ignore' },
)
try {
  let entryPoints
  while (entryPoints === undefined && alto.exitCode === null) {
    await sleep(500)
    entryPoints = await ask(
      'http://127.0.0.1:4399/rpc',
      'eth_supportedEntryPoints',
    ).catch(() => undefined)
  }
  assert.deepEqual(
    entryPoints?.map((one) => one.toLowerCase()),
    [receipt.contractAddress],
  )
} finally {
  if (alto.exitCode === null) process.kill(-alto.pid)
}
