import type { MockNode } from 'preseal'
import { encodeWireTransaction } from '../../../src/base/codec/encodeWire.js'
import { type Hex, toHex } from '../../../src/base/hex/hex.js'

type Json = { [field: string]: unknown }
export type Block = Json & {
  hash: Hex
  number: Hex
  transactions: Transaction[]
}
export type Transaction = Json & { hash: Hex; from: Hex; nonce: Hex }
export type Receipt = Json & { transactionHash: Hex; logs: Json[] }

export type Message = {
  payload_id: string
  index: number
  base?: { [field: string]: Hex }
  diff: { [field: string]: unknown } & { block_hash: Hex; transactions: Hex[] }
  metadata: { [field: string]: unknown }
  receivedAt?: number | undefined
}

/** The result of any method, or the error's code and message. */
export async function ask<result = unknown>(
  { provider }: MockNode,
  method: string,
  ...params: unknown[]
): Promise<result> {
  return provider
    .request({ method, params } as never)
    .catch((error) => `${error.code} ${error.message}`) as Promise<result>
}

/** What a node shows under a tag. */
export async function show(node: MockNode, tag: string) {
  const [block, receipts] = await Promise.all([
    ask<Block>(node, 'eth_getBlockByNumber', tag, true),
    ask<Receipt[]>(node, 'eth_getBlockReceipts', tag),
  ])
  return { block, receipts }
}

/**
 * Makes messages of what a node shows under pending, beat by beat, as a
 * builder would send them.
 */
export async function record(
  node: MockNode,
  { beats, watch = [] }: { beats: number; watch?: readonly Hex[] },
) {
  const messages: Message[] = []
  const shown: Awaited<ReturnType<typeof show>>[] = []
  const balances: Hex[][] = []
  let index = 0
  let told = 0
  for (let beat = 0; beat < beats; beat++) {
    if (beat > 0) node.nextBeat()
    const { block, receipts } = await show(node, 'pending')
    const isNew = block.number !== shown.at(-1)?.block.number
    index = isNew ? 0 : index + 1
    if (isNew) told = 0
    const watched = await Promise.all(
      watch.map((address) =>
        ask<Hex>(node, 'eth_getBalance', address, 'pending'),
      ),
    )
    messages.push({
      payload_id: `0x03${block.number.slice(2).padStart(14, '0')}`,
      index,
      ...(isNew && { base: baseOf(block) }),
      diff: diffOf(block, told),
      metadata: {
        block_number: Number(block.number),
        new_account_balances: Object.fromEntries(
          watch.map((address, position) => [address, watched[position]]),
        ),
        receipts: Object.fromEntries(
          receipts
            .slice(told)
            .map((receipt) => [receipt.transactionHash, receiptOf(receipt)]),
        ),
      },
    })
    shown.push({ block, receipts })
    balances.push(watched)
    told = block.transactions.length
  }
  return { messages, shown, balances }
}

function baseOf(block: Json) {
  return {
    parent_beacon_block_root: block.parentBeaconBlockRoot,
    parent_hash: block.parentHash,
    fee_recipient: block.miner,
    prev_randao: block.mixHash,
    block_number: block.number,
    gas_limit: block.gasLimit,
    timestamp: block.timestamp,
    extra_data: block.extraData,
    base_fee_per_gas: block.baseFeePerGas,
  } as { [field: string]: Hex }
}

function diffOf(block: Block, told: number): Message['diff'] {
  return {
    state_root: block.stateRoot,
    receipts_root: block.receiptsRoot,
    logs_bloom: block.logsBloom,
    gas_used: block.gasUsed,
    block_hash: block.hash,
    transactions: block.transactions
      .slice(told)
      .map((transaction) => toHex(encodeWireTransaction(transaction, ''))),
    withdrawals: [],
    withdrawals_root: block.withdrawalsRoot,
    blob_gas_used: block.blobGasUsed,
  }
}

function receiptOf(receipt: Receipt): Json {
  const { type, status, cumulativeGasUsed, logs } = receipt
  const { depositNonce, depositReceiptVersion } = receipt
  return {
    type,
    status,
    cumulativeGasUsed,
    logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    ...(depositNonce !== undefined && { depositNonce, depositReceiptVersion }),
  }
}
