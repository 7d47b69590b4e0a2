import { strictEqual } from 'node:assert'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compete } from '../harness/compete.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { createAddresses } from '../workload.js'

const [bob, carol] = createAddresses(2) as [`0x${string}`, `0x${string}`]
const chainId = '0x7a69'

/** Batches of two calls, until their status is 200. */
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
    const ask = (method: string, params: unknown[]) =>
      wallet.provider.request({ method, params } as never) as Promise<unknown>
    return async (capabilities: object) => {
      const calls = [
        { to: bob, value: '0x1' },
        { to: carol, value: '0x1' },
      ]
      const batch = {
        ...{ version: '2.0.0', chainId, atomicRequired: true },
        ...{ from: wallet.account, calls, capabilities },
      }
      const { id } = (await ask('wallet_sendCalls', [batch])) as { id: string }
      node.nextBlock()
      const status = await ask('wallet_getCallsStatus', [id])
      strictEqual((status as { status: number }).status, 200)
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
