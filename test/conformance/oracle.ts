import { createBlockHeaderFromRPC } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import {
  createMPT,
  genesisMPTStateRoot,
  MerklePatriciaTrie,
} from '@ethereumjs/mpt'
import {
  concat,
  decodeRlp,
  encodeRlp,
  getBytes,
  getCreateAddress,
  hexlify,
  keccak256,
  Signature,
  stripZerosLeft,
  Transaction,
  toBeArray,
} from 'ethers'
import type { Address, Hash, Hex } from 'viem'
import type { WireBlock, WireReceipt, WireTransaction } from './wire.js'

/*
 * What a block says of itself, computed anew from the answers alone, with
 * @ethereumjs and ethers, which preseal does not use.
 */

const common = createCustomCommon({ chainId: 31_337 }, Mainnet, {
  hardfork: Hardfork.Osaka,
})

/** The fields of a block that follow from its others and its receipts. */
export async function recompute(block: WireBlock, receipts: WireReceipt[]) {
  const header = createBlockHeaderFromRPC(
    block as unknown as Parameters<typeof createBlockHeaderFromRPC>[0],
    { common },
  )
  const envelopes = block.transactions.map(envelopeOf)
  const inBlock = envelopes.map((envelope) =>
    Number(envelope.slice(0, 4)) < 0xc0 ? envelope : decodeRlp(envelope),
  )
  const whole = encodeRlp([
    decodeRlp(header.serialize()),
    inBlock,
    [],
    [],
  ] as Parameters<typeof encodeRlp>[0])
  return {
    hash: hexlify(header.hash()) as Hash,
    size: quantity(getBytes(whole).length),
    transactionsRoot: await rootOf(envelopes),
    receiptsRoot: await rootOf(receipts.map(receiptEnvelopeOf)),
    logsBloom: union(receipts.map(bloomOf)),
    gasUsed: quantity(
      receipts.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n),
    ),
  }
}

/** The same fields as the block has them. */
export function claimed(block: WireBlock) {
  return {
    hash: block.hash,
    size: block.size,
    transactionsRoot: block.transactionsRoot,
    receiptsRoot: block.receiptsRoot,
    logsBloom: block.logsBloom,
    gasUsed: block.gasUsed,
  }
}

/**
 * What transactions and receipts must say, given what a transaction's hash
 * covers, and of its receipt the gas used and what the logs hold.
 */
export function deriveContents(block: WireBlock, receipts: WireReceipt[]) {
  const { hash: blockHash, number: blockNumber } = block
  let cumulativeGasUsed = 0n
  let logsBefore = 0
  const contents = block.transactions.map((wire, index) => {
    const receipt = receipts[index]
    if (receipt === undefined) throw new Error(`There is no receipt ${index}`)
    const { logs } = receipt
    const place = { blockHash, blockNumber, transactionIndex: quantity(index) }
    const hash = keccak256(envelopeOf(wire))
    const price = quantity(effectiveGasPrice(wire, BigInt(block.baseFeePerGas)))
    const firstLog = logsBefore
    logsBefore += logs.length
    cumulativeGasUsed += BigInt(receipt.gasUsed)
    return {
      transaction: { ...place, hash, gasPrice: price },
      receipt: {
        ...place,
        transactionHash: hash,
        type: wire.type,
        from: wire.from,
        to: wire.to,
        contractAddress:
          wire.to === null
            ? getCreateAddress({
                from: wire.from,
                nonce: wire.nonce,
              }).toLowerCase()
            : null,
        cumulativeGasUsed: quantity(cumulativeGasUsed),
        effectiveGasPrice: price,
        logsBloom: bloomOf(receipt),
        logs: logs.map((_, position) => ({
          ...place,
          transactionHash: hash,
          logIndex: quantity(firstLog + position),
          removed: false,
        })),
      },
    }
  })
  return {
    transactions: contents.map(({ transaction }) => transaction),
    receipts: contents.map(({ receipt }) => receipt),
  }
}

/** EIP-1559; a deposit is paid for on L1. */
function effectiveGasPrice(wire: WireTransaction, baseFee: bigint): bigint {
  if (wire.type === '0x7e') return 0n
  if (Number(wire.type) < 2) return BigInt(wire.gasPrice)
  const offered = baseFee + BigInt(wire.maxPriorityFeePerGas ?? 0)
  const highest = BigInt(wire.maxFeePerGas ?? 0)
  return offered < highest ? offered : highest
}

/** The signed transaction as ethers has it, of the served fields alone. */
export function ethersTransaction(wire: WireTransaction): Transaction {
  return Transaction.from({
    type: Number(wire.type),
    chainId: wire.chainId ?? null,
    nonce: Number(wire.nonce),
    to: wire.to,
    value: wire.value,
    gasLimit: wire.gas,
    // Of the newer types it is what was paid, which is in no envelope.
    gasPrice: Number(wire.type) < 2 ? wire.gasPrice : null,
    maxFeePerGas: wire.maxFeePerGas ?? null,
    maxPriorityFeePerGas: wire.maxPriorityFeePerGas ?? null,
    data: wire.input,
    accessList: wire.accessList ?? null,
    authorizationList:
      wire.authorizationList?.map(({ chainId, address, nonce, ...signed }) => ({
        chainId: BigInt(chainId),
        address,
        nonce: BigInt(nonce),
        signature: Signature.from({
          r: padded(signed.r),
          s: padded(signed.s),
          yParity: signed.yParity === '0x0' ? 0 : 1,
        }),
      })) ?? null,
    signature: { r: padded(wire.r), s: padded(wire.s), v: wire.v },
  })
}

/** The EIP-2718 bytes of a transaction; OP's deposits by their own rule. */
export function envelopeOf(wire: WireTransaction): string {
  if (wire.type !== '0x7e') return ethersTransaction(wire).serialized
  const fields = [
    wire.sourceHash ?? '0x',
    wire.from,
    wire.to ?? '0x',
    scalar(wire.mint),
    scalar(wire.value),
    scalar(wire.gas),
    wire.isSystemTx ? '0x01' : '0x',
    wire.input,
  ]
  return concat(['0x7e', encodeRlp(fields)])
}

function receiptEnvelopeOf(receipt: WireReceipt): string {
  const fields = [
    scalar(receipt.status),
    scalar(receipt.cumulativeGasUsed),
    receipt.logsBloom,
    receipt.logs.map(({ address, topics, data }) => [address, topics, data]),
  ]
  if (receipt.type === '0x7e')
    fields.push(
      scalar(receipt.depositNonce),
      scalar(receipt.depositReceiptVersion),
    )
  const list = encodeRlp(fields as Parameters<typeof encodeRlp>[0])
  return receipt.type === '0x0'
    ? list
    : concat([toBeArray(Number(receipt.type)), list])
}

/** The root of a list in a Merkle-Patricia trie, by RLP index. */
async function rootOf(items: readonly string[]): Promise<Hash> {
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries())
    await trie.put(getBytes(encodeRlp(toBeArray(index))), getBytes(item))
  return hexlify(trie.root()) as Hash
}

/** An account as the state trie has it. */
export type OracleAccount = {
  balance?: bigint
  nonce?: number | bigint
  code?: Hex
  storage?: { [slot: Hex]: Hex }
}

export async function stateRootOf(accounts: {
  [address: Address]: OracleAccount
}): Promise<Hash> {
  const genesis = Object.fromEntries(
    Object.entries(accounts).map(([address, account]) => [
      address,
      [
        quantity(account.balance ?? 0n),
        account.code ?? '0x',
        Object.entries(account.storage ?? {}),
        quantity(account.nonce ?? 0),
      ],
    ]),
  )
  const root = await genesisMPTStateRoot(
    genesis as unknown as Parameters<typeof genesisMPTStateRoot>[0],
  )
  return hexlify(root) as Hash
}

/** The root of one account's storage, whose keys are hashed. */
export async function storageRootOf(storage: {
  [slot: Hex]: Hex
}): Promise<Hash> {
  const trie = await createMPT({ useKeyHashing: true })
  for (const [slot, value] of Object.entries(storage))
    await trie.put(getBytes(slot), getBytes(encodeRlp(stripZerosLeft(value))))
  return hexlify(trie.root()) as Hash
}

/** Yellow Paper, 4.3.1. */
export function bloomOf({ logs }: Pick<WireReceipt, 'logs'>): Hex {
  let bits = 0n
  for (const { address, topics } of logs)
    for (const item of [address, ...topics]) {
      const hash = keccak256(item).slice(2)
      for (const at of [0, 4, 8])
        bits |= 1n << (BigInt(`0x${hash.slice(at, at + 4)}`) & 2047n)
    }
  return bloomHex(bits)
}

function union(blooms: readonly Hex[]): Hex {
  return bloomHex(blooms.reduce((bits, bloom) => bits | BigInt(bloom), 0n))
}

function bloomHex(bits: bigint): Hex {
  return `0x${bits.toString(16).padStart(512, '0')}`
}

/** EIP-1559, with the chain's own parameters. */
export function baseFeeAfter(
  block: Pick<WireBlock, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>,
  { denominator = 8n, elasticity = 2n, floor = 0n } = {},
): Hex {
  const fee = BigInt(block.baseFeePerGas ?? 0)
  const used = BigInt(block.gasUsed)
  const target = BigInt(block.gasLimit) / elasticity
  if (fee === 0n || used === target) return quantity(fee)
  const up = used > target
  const change =
    (fee * (up ? used - target : target - used)) / target / denominator
  const next = up ? fee + (change || 1n) : fee - change
  return quantity(next > floor ? next : floor)
}

/** RLP's number: no leading zeros, nothing for zero. */
function scalar(value: Hex | undefined): Hex {
  return value === undefined || BigInt(value) === 0n
    ? '0x'
    : (hexlify(toBeArray(value)) as Hex)
}

function padded(value: Hex): Hex {
  return `0x${value.slice(2).padStart(64, '0')}`
}

function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}
