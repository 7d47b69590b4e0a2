// Records what `replay.test.ts` beside it replays, of anvil:
//
//   npm install --prefix <folder> @foundry-rs/anvil @uniswap/v2-core \
//     @uniswap/v2-periphery @uniswap/v3-core @uniswap/v3-periphery
//   npx tsx test/entries/fork/uniswap/make.ts <folder>
//
// It records twice, and stops where the two records differ.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { formatFork, recordFork, verifyFork } from 'preseal/fork'
import { replay } from './replay.js'
import { alice, bob, readStory } from './story.js'

const folder = process.argv[2] ?? '.'
const url = 'http://127.0.0.1:18545'
const anvil = spawn(
  process.execPath,
  [
    `${folder}/node_modules/@foundry-rs/anvil/bin.mjs`,
    ...['--port', '18545', '--hardfork', 'prague', '--silent'],
  ],
  { stdio: 'ignore' },
)

let id = 0
async function ask(method: string, ...params: unknown[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result: never
    error?: unknown
  }
  assert.equal(error, undefined, `${method}: ${JSON.stringify(error)}`)
  return result
}

async function receiptOf(hash: string) {
  for (let tries = 0; tries < 100; tries++) {
    const receipt = await ask('eth_getTransactionReceipt', hash)
    if (receipt !== null) return receipt as { status: string }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no receipt of ${hash}`)
}

try {
  for (let tries = 0; ; tries++) {
    const isUp = await ask('eth_chainId').then(
      () => true,
      () => false,
    )
    if (isUp) break
    assert.ok(tries < 100, 'anvil does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { deployed, sent } = readStory(`${folder}/node_modules`)
  const fees = {
    gas: 6_000_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    chainId: 31_337,
    type: 'eip1559',
  } as const
  const nonces = { alice: 0, bob: 0 }
  const sign = ({ from, ...transaction }: (typeof sent)[number]) =>
    (from === 'bob' ? bob : alice).signTransaction({
      ...fees,
      ...transaction,
      nonce: nonces[from ?? 'alice']++,
    })
  for (const one of deployed) {
    const hash = await ask('eth_sendRawTransaction', await sign(one))
    const { status } = await receiptOf(hash)
    assert.equal(status, '0x1', JSON.stringify(one).slice(0, 100))
  }
  const raw: string[] = []
  for (const one of sent) raw.push(await sign(one))

  // The state is recorded first, as anvil keeps little of its past.
  const record = () =>
    recordFork({
      from: url,
      prune: true,
      run: (fork) => replay(createMockNode({ fork, engine: evm() }), raw),
    })
  const fork = await record()
  const text = formatFork(fork)
  assert.equal(formatFork(await record()), text, 'two records differ')
  // Of some zero slots anvil's proofs of absence end early.
  const { accounts } = await verifyFork(fork, { from: url })
  assert.equal(accounts, Object.keys(fork.record.accounts).length)

  const { timestamp } = await ask('eth_getBlockByNumber', 'latest', false)
  let time = Number(timestamp)
  const receipts: unknown[] = []
  for (const one of raw) {
    time += 2
    await ask('evm_setNextBlockTimestamp', time)
    const hash = await ask('eth_sendRawTransaction', one)
    receipts.push(await receiptOf(hash))
  }
  const beside = new URL('.', import.meta.url)
  writeFileSync(new URL('fork.json', beside), text)
  writeFileSync(
    new URL('receipts.json', beside),
    `${JSON.stringify({ raw, receipts }, null, 1)}\n`,
  )
} finally {
  anvil.kill()
}
