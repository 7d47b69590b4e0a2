import type { Hex } from 'preseal'
import { bloomOf } from '../conformance/oracle.js'
import type { WireReceipt } from '../conformance/wire.js'
import type { Sealed } from './chain.js'
import type { Config } from './config.js'
import { type Header, hashesOf, headerOf } from './header.js'
import type { Included, Open } from './openBlock.js'
import { zeroWord } from './state.js'
import { quantity, type Transaction } from './transaction.js'

/** What a block says of itself, and of what lies in it (FIDELITY, 2). */
type Identity = {
  number: Hex | null
  hash: Hex | null
  hasSize: boolean
  /** Whether it has a nonce and a miner. */
  isMined: boolean
  inside: {
    blockHash: Hex | null
    blockNumber: Hex | null
    blockTimestamp: Hex | null
    blockTimestampMs?: Hex | undefined
  }
  isIndexed: boolean
  receiptHash: Hex | null
}

function identityOf(
  open: Pick<Open, 'number' | 'milliseconds'>,
  hash: Hex,
  kind: Config['identity'],
  ms: Hex | undefined,
): Identity {
  const number = quantity(open.number)
  const isNull = kind === 'nullNumberAndHash'
  const isOfGeth = kind === 'nullHashAndMiner'
  const shown =
    kind === 'partialHash' ? hash : kind === 'zeroHash' ? zeroWord : null
  return {
    number: isNull ? null : number,
    hash: shown,
    hasSize: kind !== 'zeroHash',
    isMined: !isOfGeth,
    inside: {
      blockHash: kind === 'partialHash' || isOfGeth ? hash : null,
      blockNumber: isNull ? null : number,
      blockTimestamp: isNull ? null : secondsOf(open),
      blockTimestampMs: ms,
    },
    isIndexed: !isNull,
    receiptHash: isOfGeth ? hash : shown,
  }
}

const secondsOf = ({ milliseconds }: Pick<Open, 'milliseconds'>): Hex =>
  quantity(milliseconds / 1_000n)

/** Where a deposit tells it. */
function msOf({ deposits, milliseconds }: Open): Hex | undefined {
  return deposits.length > 1 ? quantity(milliseconds) : undefined
}

/** A block as the chain it stands in makes it. */
export type Dressed = {
  block: Open | Sealed
  header: Header
  identity: Identity
}

/** The block at the end of `parents`, or the one that opens over them. */
export async function dress(
  block: Open | Sealed,
  parents: readonly Sealed[],
  config: Config,
): Promise<Dressed> {
  const isSealed = 'committed' in block
  const hashes = await hashesOf(parents, config)
  const header = await headerOf(block, hashes.at(-1) ?? zeroWord, config)
  const kind = isSealed ? 'partialHash' : config.identity
  return {
    block,
    header,
    identity: identityOf(
      block,
      header.hash,
      kind,
      isSealed ? msOf(block) : undefined,
    ),
  }
}

export function wireBlock(dressed: Dressed, isFull: boolean) {
  const { block, header, identity } = dressed
  const { hash, ...fields } = header.wire
  return {
    ...fields,
    number: identity.number,
    hash: identity.hash,
    ...(!identity.isMined && { nonce: null, miner: null }),
    ...(identity.hasSize && { size: header.size }),
    timestampMs: msOf(block),
    uncles: [],
    withdrawals: [],
    transactions: block.included.map((included) =>
      isFull ? wireTransaction(dressed, included) : included.transaction.hash,
    ),
  }
}

export function wireTransaction(
  { identity }: Dressed,
  { transaction, index, paid }: Included,
) {
  return {
    ...transaction.wire,
    ...identity.inside,
    transactionIndex: identity.isIndexed ? quantity(index) : null,
    gasPrice: quantity(paid),
  }
}

/** One that no block holds. */
export function wireWaiting({ wire, price }: Transaction) {
  return {
    ...wire,
    blockHash: null,
    blockNumber: null,
    blockTimestamp: null,
    transactionIndex: null,
    gasPrice: quantity(price),
  }
}

export function wireReceipt({ block, identity }: Dressed, included: Included) {
  const { transaction, index, paid, created, firstLog } = included
  const { effect, wire, hash } = transaction
  const place = {
    blockHash: identity.receiptHash,
    blockNumber: quantity(block.number),
    transactionHash: hash,
    transactionIndex: quantity(index),
  }
  const logs = effect.logs.map((log, position) => ({
    ...log,
    ...place,
    blockTimestamp: secondsOf(block),
    blockTimestampMs: identity.inside.blockTimestampMs,
    logIndex: quantity(firstLog + position),
    removed: false,
  }))
  return {
    ...place,
    type: wire.type,
    from: transaction.from,
    to: transaction.to,
    contractAddress: created,
    gasUsed: quantity(effect.gasUsed),
    cumulativeGasUsed: quantity(included.cumulativeGasUsed),
    effectiveGasPrice: quantity(paid),
    status: effect.status === 'success' ? '0x1' : '0x0',
    logs,
    logsBloom: bloomOf({ logs } as unknown as Pick<WireReceipt, 'logs'>),
    ...(transaction.type === 'deposit' && {
      depositNonce: wire.nonce,
      depositReceiptVersion: '0x1',
    }),
    ...Object.fromEntries(
      Object.entries(effect.l1).map(([field, value]) => [
        field,
        quantity(value ?? 0n),
      ]),
    ),
  }
}
