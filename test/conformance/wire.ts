import type { Address, Hash, Hex, RpcBlock, RpcLog } from 'viem'
import type { OpenDoor } from './door.js'

/** Transactions as nodes serve them, whatever their type. */
export type WireTransaction = {
  hash: Hash
  blockHash: Hash | null
  blockNumber: Hex | null
  transactionIndex: Hex | null
  type: Hex
  chainId?: Hex
  nonce: Hex
  from: Address
  to: Address | null
  value: Hex
  gas: Hex
  gasPrice: Hex
  maxFeePerGas?: Hex
  maxPriorityFeePerGas?: Hex
  input: Hex
  accessList?: { address: Address; storageKeys: Hash[] }[]
  authorizationList?: WireAuthorization[]
  v: Hex
  r: Hex
  s: Hex
  yParity?: Hex
  sourceHash?: Hash
  mint?: Hex
  isSystemTx?: boolean
  depositReceiptVersion?: Hex
}

type WireAuthorization = {
  chainId: Hex
  address: Address
  nonce: Hex
  yParity: Hex
  r: Hex
  s: Hex
}

export type WireReceipt = {
  transactionHash: Hash
  transactionIndex: Hex
  blockHash: Hash | null
  blockNumber: Hex
  from: Address
  to: Address | null
  contractAddress: Address | null
  cumulativeGasUsed: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  logs: RpcLog[]
  logsBloom: Hex
  status: Hex
  type: Hex
  depositNonce?: Hex
  depositReceiptVersion?: Hex
}

export type WireBlock<transaction = WireTransaction> = Required<
  Omit<RpcBlock, 'transactions' | 'totalDifficulty' | 'sealFields'>
> & {
  number: Hex
  hash: Hash
  logsBloom: Hex
  baseFeePerGas: Hex
  requestsHash: Hash
  transactions: transaction[]
}

type Asking = Pick<OpenDoor, 'request'>

/** A block that is there, with whole transactions. */
export async function readBlock(
  door: Asking,
  selector: string,
): Promise<WireBlock> {
  const block = await door.request<WireBlock | null>('eth_getBlockByNumber', [
    selector,
    true,
  ])
  if (block === null) throw new Error(`There is no block ${selector}`)
  return block
}

/** The receipts of a block that is there. */
export async function readReceipts(
  door: Asking,
  selector: unknown,
): Promise<WireReceipt[]> {
  const receipts = await door.request<WireReceipt[] | null>(
    'eth_getBlockReceipts',
    [selector],
  )
  if (receipts === null) throw new Error(`There is no block ${selector}`)
  return receipts
}

/** Every sealed block and the pending one, oldest first. */
export async function readChain(door: Asking): Promise<WireBlock[]> {
  const latest = Number(await door.request<Hex>('eth_blockNumber'))
  const numbers = Array.from({ length: latest + 1 }, (_, number) =>
    readBlock(door, `0x${number.toString(16)}`),
  )
  return Promise.all([...numbers, readBlock(door, 'pending')])
}

/** Every block with its receipts, the pending one last. */
export async function readWhole(door: Asking) {
  const chain = await readChain(door)
  const pending = last(chain)
  return Promise.all(
    chain.map(async (block) => ({
      block,
      receipts: await readReceipts(
        door,
        block === pending ? 'pending' : block.hash,
      ),
    })),
  )
}

/** The one item of a list that must have it. */
export function first<item>(list: readonly item[]): item {
  const [item] = list
  if (item === undefined) throw new Error('The list is empty')
  return item
}

export function last<item>(list: readonly item[]): item {
  const item = list.at(-1)
  if (item === undefined) throw new Error('The list is empty')
  return item
}
