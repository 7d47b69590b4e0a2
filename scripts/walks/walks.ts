import FakeTimers from '@sinonjs/fake-timers'
import {
  balanceSlot,
  tokenCode,
  toWord,
} from '../../bench/contestants/token.js'
import { evm } from '../../src/entries/evm/index.js'
import { explore, wasTrue } from '../../src/entries/explore/index.js'
import { createWallet } from '../../src/entries/wallet/index.js'
import { createMockNode, type MockNodeOptions } from '../../src/index.js'

const bob = '0x0000000000000000000000000000000000000b0b'
const token = '0x00000000000000000000000000000000000070ce'

type Walk = {
  readonly name: string
  /** Makes what the walk needs; only `walk` is counted. */
  readonly begin: () => Promise<{
    walk: () => unknown
    /** How often the engine ran. */
    engine: () => number
  }>
}

function countingEngine() {
  const inner = evm()
  let runs = 0
  return {
    engine: {
      execute: (...given) => {
        runs++
        return inner.execute(...given)
      },
    } satisfies MockNodeOptions['engine'],
    runs: () => runs,
  }
}

const balance = {
  method: 'eth_getBalance',
  params: [bob, 'pending'],
} as const

/** The same twice: what is made at its first use is no part of the walk. */
async function warm(request: () => Promise<unknown>) {
  await request()
  return request
}

export const walks: readonly Walk[] = [
  {
    name: 'eth_getBalance of the pending block',
    async begin() {
      const { engine, runs } = countingEngine()
      const { provider } = createMockNode({ engine })
      const walk = await warm(() => provider.request(balance))
      return { walk, engine: runs }
    },
  },
  {
    name: 'a pre-confirmation, its beat, its seal, and a read of the block',
    async begin() {
      const { engine, runs } = countingEngine()
      const node = createMockNode({
        engine,
        accounts: { [bob]: { balance: 10n ** 18n } },
      })
      const pay = () => {
        node.preconfirm({ from: bob, to: token, value: 1n })
        node.nextBeat()
        node.nextBlock()
        return node.provider.request({
          method: 'eth_getBlockByNumber',
          params: ['latest', false],
        })
      }
      return { walk: await warm(pay), engine: runs }
    },
  },
  {
    name: 'a payment by a wallet',
    async begin() {
      const { engine, runs } = countingEngine()
      const from = createWallet(createMockNode(), {}).account
      const node = createMockNode({
        engine,
        accounts: { [from]: { balance: 10n ** 18n } },
      })
      const { provider, connect } = createWallet(node, {})
      connect()
      const pay = () =>
        provider.request({
          method: 'eth_sendTransaction',
          params: [{ from, to: bob, value: '0x1' }],
        })
      return { walk: await warm(pay), engine: runs }
    },
  },
  {
    name: 'an exploration of a balance that is polled',
    async begin() {
      const { engine, runs } = countingEngine()
      const walk = () =>
        explore(
          ({ node, watch }) => {
            let shown: unknown
            const poll = () =>
              node.provider.request(balance).then(
                (wei) => {
                  shown = BigInt(wei)
                },
                () => {},
              )
            setInterval(poll, 400)
            watch('balance', () => shown, [wasTrue({ address: bob })])
          },
          {
            timers: FakeTimers,
            node: { engine, accounts: { [bob]: { balance: 7n } } },
            duration: 4_000,
            runs: 40,
          },
        ).catch(() => {})
      return { walk, engine: runs }
    },
  },
  {
    name: 'a payment of all tokens by a wallet, sealed and reorged, with a subscription',
    async begin() {
      const { engine, runs } = countingEngine()
      const from = createWallet(createMockNode(), {}).account
      const node = createMockNode({
        engine,
        accounts: {
          [from]: { balance: 10n ** 18n },
          [token]: {
            code: tokenCode,
            storage: { [balanceSlot(from)]: toWord(100n) },
          },
        },
      })
      const wallet = createWallet(node, {})
      wallet.connect()
      // All that there is, so that clearing its slot refunds gas.
      const data: `0x${string}` = `0xa9059cbb${bob.slice(2).padStart(64, '0')}${(100).toString(16).padStart(64, '0')}`
      return {
        async walk() {
          await node.provider.request({
            method: 'eth_subscribe',
            params: ['newHeads'],
          })
          await wallet.provider.request({
            method: 'eth_sendTransaction',
            params: [{ from, to: token, data }],
          })
          node.nextBeat()
          node.nextBlock()
          node.reorg()
        },
        engine: runs,
      }
    },
  },
  {
    name: 'POST of eth_getBalance under HTTP 503',
    async begin() {
      const { engine, runs } = countingEngine()
      const node = createMockNode({
        engine,
        faults: [{ type: 'http', status: 503 }],
      })
      const post = async () => {
        const response = await node.fetch('http://node.test', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...balance }),
        })
        return response.text()
      }
      return { walk: await warm(post), engine: runs }
    },
  },
]
