import { strictEqual } from 'node:assert'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createWalletClient, custom } from 'viem'
import { compete } from '../harness/compete.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { createAddresses } from '../workload.js'

const [bob, carol] = createAddresses(2) as [`0x${string}`, `0x${string}`]

/** Batches of two calls by viem, until their status is 200. */
export async function batches({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const load = (entry: string) =>
    import(pathToFileURL(join(folder, 'node_modules/preseal/dist', entry)).href)
  const title = 'batches of a wallet'
  const columns = ['preseal']
  if (!existsSync(join(folder, 'node_modules/preseal/dist/bundler.js')))
    return { title, columns, rows: [] }
  const { createWallet }: typeof import('preseal/wallet') =
    await load('wallet.js')
  const { baseAccount }: typeof import('preseal/wallets') =
    await load('wallets.js')
  const { createBundler }: typeof import('preseal/bundler') =
    await load('bundler.js')

  function start() {
    const node = createMockNode()
    createBundler(node)
    const balance = 10n ** 18n
    const wallet = createWallet(node, { profile: baseAccount, balance })
    wallet.connect()
    const app = createWalletClient({
      account: wallet.account,
      chain: node.chain,
      transport: custom(wallet.provider),
    })
    const calls = [
      { to: bob, value: 1n },
      { to: carol, value: 1n },
    ]
    return async (capabilities: object) => {
      const { id } = await app.sendCalls({
        calls,
        capabilities,
        forceAtomic: true,
      })
      node.nextBlock()
      const { statusCode } = await app.getCallsStatus({ id })
      strictEqual(statusCode, 200)
    }
  }

  const sponsored = { paymasterService: { url: 'https://paymaster.example' } }
  const send = [start(), start()] as const
  const samples = await compete({
    plain: async (count) => {
      for (let sent = 0; sent < count; sent++) await send[0]({})
    },
    sponsored: async (count) => {
      for (let sent = 0; sent < count; sent++) await send[1](sponsored)
    },
  })
  return {
    title,
    columns,
    rows: [
      {
        name: 'one transaction by EIP-7702',
        cells: [duration(samples.plain)],
        goal: atMost(15, samples.plain),
      },
      {
        name: 'one user operation that a paymaster pays for',
        cells: [duration(samples.sponsored)],
        goal: atMost(30, samples.sponsored),
      },
    ],
  }
}
