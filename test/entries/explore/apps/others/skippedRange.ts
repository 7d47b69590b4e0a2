import { erc20 } from 'preseal/contracts'
import { wasTrue } from 'preseal/explore'
import {
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  parseAbiItem,
} from 'viem'
import { alice, bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

const token = '0x00000000000000000000000000000000000070cc'
const event = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
/** blocks that may give way */
const deep = 3n

/** Indexes by getLogs, and takes a range as read that could not be read. */
export const skippedRange: App = {
  name: 'range skipped',
  tells: /indexed: wasTrue: .*; when .*eth_getLogs/,
  options: {
    accept: [
      {
        mishap: /refuses to (search|answer with) more/,
        reason: 'it divides no range, mended or not',
      },
    ],
    node: {
      accounts: { [alice]: { balance: 10n ** 18n } },
      contracts: [
        erc20({
          address: token,
          symbol: 'USDC',
          decimals: 6,
          balances: { [alice]: 1_000n },
        }),
      ],
    },
  },
  test:
    (isMended) =>
    async ({ node, watch, wait }) => {
      const client = createPublicClient({
        transport: custom(node.provider, { retryCount: 0 }),
        cacheTime: 0,
      })
      const byBlock = new Map<bigint, bigint>()
      let next = 0n
      let isBusy = false

      async function index() {
        if (isBusy) return
        isBusy = true
        try {
          const latest = await client.getBlockNumber()
          const fromBlock = next > deep ? next - deep : 0n
          if (!isMended) next = latest + 1n
          const logs = await client.getLogs({
            address: token,
            event,
            args: { to: bob },
            fromBlock,
            toBlock: latest,
          })
          for (const number of [...byBlock.keys()])
            if (number >= fromBlock) byBlock.delete(number)
          for (const { blockNumber, args } of logs)
            byBlock.set(
              blockNumber,
              (byBlock.get(blockNumber) ?? 0n) + (args.value ?? 0n),
            )
          if (isMended) next = latest + 1n
        } catch {
          // The next one may do.
        } finally {
          isBusy = false
        }
      }

      watch(
        'indexed',
        () => [...byBlock.values()].reduce((a, b) => a + b, 0n),
        [wasTrue({ address: bob, token, decimals: 6, within: 4_000 })],
      )
      setInterval(index, 1_000)
      for (const value of [10n, 20n, 30n]) {
        await wait(3_000)
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [bob, value],
        })
        node.preconfirm({ from: alice, to: token, data, execute: true })
      }
    },
}
