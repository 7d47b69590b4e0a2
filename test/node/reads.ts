import type { MockNode, MockRequest } from 'preseal'
import type {
  Hash,
  Hex,
  RpcBlock,
  RpcTransaction,
  RpcTransactionReceipt,
} from 'viem'
import { everyone, word } from './actors.js'

/** A block as the node serves it with full transactions. */
export type WireBlock = RpcBlock<'latest', true> & { hash: Hash; number: Hex }

/** Any request, also one that does not compile. */
export function ask(
  node: Pick<MockNode, 'provider'>,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return node.provider.request({ method, params } as unknown as MockRequest)
}

export async function readBlock(
  node: MockNode,
  selector: string,
): Promise<WireBlock> {
  const block = await ask(node, 'eth_getBlockByNumber', selector, true)
  if (block === null) throw new Error(`There is no block ${selector}.`)
  return block as WireBlock
}

export async function readReceipts(node: MockNode, selector: string) {
  const receipts = await ask(node, 'eth_getBlockReceipts', selector)
  return receipts as RpcTransactionReceipt[]
}

export async function readTransaction(node: MockNode, hash: Hash) {
  const transaction = await ask(node, 'eth_getTransactionByHash', hash)
  return transaction as RpcTransaction | null
}

export async function readBalance(
  node: MockNode,
  address: Hex,
  selector: unknown = 'latest',
): Promise<bigint> {
  return BigInt((await ask(node, 'eth_getBalance', address, selector)) as Hex)
}

export async function readNonce(
  node: MockNode,
  address: Hex,
  selector: unknown = 'latest',
): Promise<number> {
  const count = await ask(node, 'eth_getTransactionCount', address, selector)
  return Number(count)
}

/** The pending block's transactions, by hash, in order. */
export async function pendingHashes(node: MockNode): Promise<Hash[]> {
  const { transactions } = await readBlock(node, 'pending')
  return transactions.map(({ hash }) => hash)
}

/** A value or the error in its place. */
function answer(node: MockNode, method: string, ...params: unknown[]) {
  return ask(node, method, ...params).catch(
    ({ code, message }: { code: number; message: string }) => ({
      code,
      message,
    }),
  )
}

/** What accounts hold at a block: balance, nonce, code and two slots. */
async function readState(node: MockNode, selector: unknown) {
  const methods = ['Balance', 'TransactionCount', 'Code'] as const
  return Promise.all(
    everyone.map(async (address) => [
      address,
      ...(await Promise.all([
        ...methods.map((name) =>
          answer(node, `eth_get${name}`, address, selector),
        ),
        ...[word(0), word(1)].map((slot) =>
          answer(node, 'eth_getStorageAt', address, slot, selector),
        ),
      ])),
    ]),
  )
}

/** The number of the newest block. While a node awaits that block, it is 8. */
export async function readLatest(node: MockNode): Promise<number> {
  return Number(await ask(node, 'eth_blockNumber').catch(() => 8))
}

const tags = ['earliest', 'finalized', 'safe', 'latest', 'pending']

/** All that a node says of itself: every block, its receipts and its state. */
export async function readAll(node: MockNode) {
  const latest = await readLatest(node)
  const numbers = Array.from(
    { length: latest + 2 },
    (_, number) => `0x${number.toString(16)}`,
  )
  const blocks = await Promise.all(
    [...tags, ...numbers].map(async (selector) => ({
      selector,
      block: await answer(node, 'eth_getBlockByNumber', selector, true),
      receipts: await answer(node, 'eth_getBlockReceipts', selector),
      state: await readState(node, selector),
    })),
  )
  return { now: node.now, blocks }
}
