// Records forks of anvil and of Hardhat over HTTP, compares what a node on the
// record does with what they do, and writes what `replay.test.ts` replays:
//
//   npm install --prefix <a copy of test/consumers/tools/forks>
//   npx tsx test/entries/fork/uniswap/make.ts <that copy> [--check]
//
// It stops where two records differ, or a receipt. `--check` writes nothing.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { formatFork, recordFork, verifyFork } from 'preseal/fork'
import { type Hex, keccak256, parseEther } from 'viem'
import { outcomeOf, type Receipt, replay } from './replay.js'
import { startNode } from './startNode.js'
import { alice, bob, readStory, swapOfGuide } from './story.js'

const [folder = '.', mode] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const modules = `${folder}/node_modules`

function trade(node: ReturnType<typeof createMockNode>) {
  const trader = '0x00000000000000000000000000000000000a11ce'
  node.setBalance({ address: trader, value: parseEther('10') })
  node.preconfirm(swapOfGuide(trader))
  node.nextBlock()
}

async function recordOf(name: Parameters<typeof startNode>[0]) {
  const { url, ask, receiptOf, stop } = await startNode(name, modules)
  try {
    const { deployed, sent } = readStory(modules)
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
      assert.equal(status, '0x1', `${one.to} ${one.data.slice(0, 100)}`)
    }
    const raw: string[] = []
    for (const one of sent) raw.push(await sign(one))

    // The state is recorded first, as anvil keeps little of its past.
    type Fork = Awaited<ReturnType<typeof recordFork>>
    const start = (fork: Fork) => createMockNode({ fork, engine: evm() })
    const run = (fork: Fork) => replay(start(fork), raw)
    const record = () =>
      recordFork({
        from: url,
        prune: true,
        async run(fork) {
          trade(start(fork))
          await run(fork)
        },
      })
    const fork = await record()
    const text = formatFork(fork)
    assert.equal(formatFork(await record()), text, 'two records differ')
    const { accounts, storage } = fork.record
    const slots = Object.values(storage).flatMap((own) => Object.keys(own))
    assert.deepEqual(await verifyFork(fork, { from: url }), {
      accounts: Object.keys(accounts).length,
      slots: slots.length,
      differences: [],
    })

    const { timestamp } = await ask('eth_getBlockByNumber', 'latest', false)
    let time = Number(timestamp)
    const receipts: Receipt[] = []
    for (const one of raw) {
      time += 2
      await ask('evm_setNextBlockTimestamp', time)
      // Hardhat answers with the error of a transaction that reverts.
      await ask('eth_sendRawTransaction', one).catch(() => undefined)
      receipts.push(await receiptOf(keccak256(one as Hex)))
    }
    const own = (await run(fork)) as Receipt[]
    assert.deepEqual(own.map(outcomeOf), receipts.map(outcomeOf))
    say(
      `${name}: ${slots.length} slots are proven, ${receipts.length} receipts are the same.`,
    )
    return { text, raw, receipts }
  } finally {
    await stop()
  }
}

const { text, raw, receipts } = await recordOf('anvil')
const [major, minor] = process.versions.node.split('.').map(Number) as [
  number,
  number,
]
if (major > 22 || (major === 22 && minor >= 13)) await recordOf('hardhat')
else say('Hardhat 3 needs Node 22.13: it is not tried.')
if (mode !== '--check') {
  const beside = new URL('.', import.meta.url)
  writeFileSync(new URL('fork.json', beside), text)
  writeFileSync(
    new URL('receipts.json', beside),
    `${JSON.stringify({ raw, receipts }, null, 1)}\n`,
  )
}
