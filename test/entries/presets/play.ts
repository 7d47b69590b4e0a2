import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  ask,
  readBalance,
  readBlock,
  readNonce,
  readReceipts,
} from '../../node/reads.js'

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const ether = 10n ** 18n

/** A node that plays a story, and how it looks at an instant. */
export function play(scenario: MockNodeOptions) {
  const node = createMockNode(scenario)
  const to = (ms: number) => node.advance(ms - node.now)

  async function numberOf(selector: string) {
    return Number((await readBlock(node, selector)).number)
  }

  async function hashes(selector: string) {
    const { transactions } = await readBlock(node, selector)
    return transactions.map(({ hash }) => hash)
  }

  return {
    node,
    to,
    numberOf,
    hashes,
    /** Block numbers and Bob's ether, pending before latest. */
    async at(ms: number) {
      to(ms)
      const [pending, latest, soon, now] = await Promise.all([
        numberOf('pending'),
        numberOf('latest'),
        readBalance(node, bob, 'pending'),
        readBalance(node, bob),
      ])
      return [pending, latest, Number(soon / ether), Number(now / ether)]
    },
    ask: (method: string, ...params: unknown[]) => ask(node, method, ...params),
    block: (selector: string) => readBlock(node, selector),
    receipts: (selector: string) => readReceipts(node, selector),
    receipt: (hash: unknown) => ask(node, 'eth_getTransactionReceipt', hash),
    balance: (selector: string, of: `0x${string}` = bob) =>
      readBalance(node, of, selector),
    nonce: (selector: string) => readNonce(node, alice, selector),
    async slot(selector: string, of: `0x${string}` = bob) {
      return Number(await ask(node, 'eth_getStorageAt', of, '0x0', selector))
    },
  }
}
