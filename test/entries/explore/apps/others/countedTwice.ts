import { Contract, type EventLog, WebSocketProvider } from 'ethers'
import { erc20 } from 'preseal/contracts'
import { wasTrue } from 'preseal/explore'
import { encodeFunctionData, erc20Abi } from 'viem'
import { alice, bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

const token = '0x00000000000000000000000000000000000070cc'
const transferred =
  'event Transfer(address indexed from, address indexed to, uint256 value)'

/** Adds up what an ethers contract hears, a message that comes twice as well. */
export const countedTwice: App = {
  name: 'event counted twice',
  tells: /received: wasTrue: .*; when .* arrives twice/,
  options: {
    accept: [
      {
        mishap: /eth_subscribe/,
        invariant: 'noUnhandledRejection',
        reason: 'ethers 6 leaves a refused subscription uncaught',
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
      const seen = new Set<string>()
      let received = 0n
      let isOpen = true

      function connect() {
        const socket = new WebSocket(node.wsUrl)
        const provider = new WebSocketProvider(socket as never, node.chain.id)
        const contract = new Contract(token, [transferred], provider)
        const filter = contract.filters.Transfer?.(null, bob)
        const add = ({ transactionHash, index, args }: EventLog) => {
          const key = `${transactionHash} ${index}`
          if (isMended && seen.has(key)) return
          seen.add(key)
          received += args[2]
        }
        const again = () => {
          if (!isOpen) return
          isOpen = false
          setTimeout(() => {
            isOpen = true
            connect()
          }, 1_000)
        }
        socket.addEventListener('close', again)
        socket.addEventListener('open', () => {
          contract.on(filter as never, (...all) => add(all.at(-1).log))
          reread()
        })
        async function reread() {
          if (socket.readyState !== WebSocket.OPEN) return
          try {
            const all = await contract.queryFilter(filter as never, 0)
            seen.clear()
            received = 0n
            for (const log of all) add(log as EventLog)
          } catch {
            // The next one may do.
          }
          setTimeout(reread, 3_000)
        }
      }

      watch('received', () => received, [
        wasTrue({ address: bob, token, decimals: 6, within: 4_000 }),
      ])
      connect()
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
