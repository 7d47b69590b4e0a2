import type { AccountsParameters, Hex } from 'preseal'
import { baseTimeOf } from './baseTime.js'
import { type Cadence, cadenceAt } from './cadence.js'
import type { Config } from './config.js'
import type { Imported } from './imported.js'
import { depositOf, depositor, firstEpoch, nextEpoch } from './l1.js'
import { emptied, fold, type Open } from './openBlock.js'
import {
  accountIn,
  change,
  type Nonce,
  nonceAfter,
  nothing,
  type State,
} from './state.js'
import type { Transaction } from './transaction.js'

/** A sealed block: as it stood when it was sealed, and what was set since. */
export type Sealed = Open & {
  /** What its header says; `state` is what reads see. */
  readonly committed: State
}

export type Chain = {
  /** By number; between imported ones there may be gaps. */
  readonly blocks: readonly Sealed[]
  readonly open: Open
  /** Newest first. */
  readonly cadences: readonly Cadence[]
  readonly queue: readonly Transaction[]
  /** What leaves the open block at the next beat, and why. */
  readonly drops: ReadonlyMap<Hex, 'requested' | 'replaced'>
  readonly lag: { readonly safe: number; readonly finalized: number }
  /** Numbers at or under which those blocks are. */
  readonly safe: bigint
  readonly finalized: bigint
  /** A hash said to be that of latest, and the blocks that were held then. */
  readonly expected: { hash: Hex; blocks: readonly Sealed[] } | null
}

export function latestOf({ blocks }: Pick<Chain, 'blocks'>): Sealed {
  const latest = blocks.at(-1)
  if (latest === undefined) throw new Error('There is always a block.')
  return latest
}

export function genesis(config: Config): Chain {
  const state = change(nothing, config.accounts)
  const { timestamp, baseTimeDeposit, beatsSeenBy } = config
  const { blockTime } = config.rhythm
  const cadence = { from: 0n, blockTime, baseTimeDeposit, beatsSeenBy }
  const cadences = [cadence]
  const block: Sealed = {
    number: 0n,
    milliseconds: timestamp * 1_000n,
    cadence,
    epoch: firstEpoch(timestamp),
    baseFee: config.baseFeePerGas,
    mixHash: config.mixHash,
    base: state,
    deposits: [],
    entries: [],
    setBefore: [],
    included: [],
    state,
    committed: state,
    gasUsed: 0n,
    blobGasUsed: 0n,
    imported: null,
  }
  return {
    blocks: [block],
    open: nextOpen(block, cadences, config),
    cadences,
    queue: [],
    drops: new Map(),
    lag: { ...config.lag },
    safe: 0n,
    finalized: 0n,
    expected: null,
  }
}

/** The block that opens over `parent`. */
export function nextOpen(
  parent: Sealed,
  cadences: readonly Cadence[],
  config: Config,
): Open {
  const number = parent.number + 1n
  const cadence = cadenceAt(cadences, number)
  const milliseconds = parent.milliseconds + BigInt(cadence.blockTime)
  const epoch = nextEpoch(parent.epoch, milliseconds / 1_000n)
  const place = { number, milliseconds, epoch, cadence }
  const nonce = depositNonce(parent)
  const ofL1 = depositOf(config, place, nonce)
  const open: Open = {
    ...place,
    baseFee: nextBaseFee(parent, config),
    mixHash: parent.mixHash,
    base: parent.state,
    deposits: ofL1
      ? cadence.baseTimeDeposit
        ? [ofL1, baseTimeOf(config, place, parent.state, nonceAfter(nonce))]
        : [ofL1]
      : [],
    entries: [],
    setBefore: [],
    included: [],
    state: parent.state,
    gasUsed: 0n,
    blobGasUsed: 0n,
    imported: null,
  }
  return emptied(open, config)
}

function depositNonce({ state, imported }: Sealed): Nonce {
  const known = accountIn(state, depositor).nonce
  if (known !== undefined) return known
  const [first] = (imported?.json.transactions ?? []) as {
    from?: string
    nonce?: Hex
  }[]
  if (first?.from !== depositor) return 0
  return Number(first.nonce) + 1
}

/** EIP-1559; without a floor a base fee of 0 stays 0. */
function nextBaseFee(parent: Sealed, config: Config): bigint {
  const { denominator, elasticity, minBaseFeePerGas } = config
  const fee = parent.baseFee
  const target = (parent.imported?.gasLimit ?? config.gasLimit) / elasticity
  const distance = parent.gasUsed - target
  const by =
    (fee * (distance < 0n ? -distance : distance)) / target / denominator
  const next =
    fee === 0n || distance === 0n
      ? fee
      : distance < 0n
        ? fee - by
        : fee + (by === 0n ? 1n : by)
  return next < minBaseFeePerGas ? minBaseFeePerGas : next
}

/** Seals the open block as it stands. */
export function seal(chain: Chain, config: Config): Chain {
  const { open } = chain
  const block = { ...open, imported: null, committed: open.state }
  const blocks = [...chain.blocks, block]
  return tagged({
    ...chain,
    blocks,
    open: nextOpen(block, chain.cadences, config),
  })
}

/** Neither of them moves back. */
export function tagged(chain: Chain): Chain {
  const { number } = latestOf(chain)
  const behind = (lag: number, floor: bigint) =>
    number - BigInt(lag) > floor ? number - BigInt(lag) : floor
  return {
    ...chain,
    safe: behind(chain.lag.safe, chain.safe),
    finalized: behind(chain.lag.finalized, chain.finalized),
  }
}

/** At once, under latest and pending. */
export function set(
  chain: Chain,
  changes: AccountsParameters,
  config: Config,
): Chain {
  const { open } = fold(chain.open, [{ set: changes }], config)
  return { ...setInLatest(chain, [changes]), open }
}

export function setInLatest(
  chain: Chain,
  changes: readonly AccountsParameters[],
): Chain {
  const latest = latestOf(chain)
  const state = changes.reduce(change, latest.state)
  return {
    ...chain,
    blocks: [...chain.blocks.slice(0, -1), { ...latest, state }],
  }
}

export type Found =
  | { block: Open | Sealed; index: number }
  | { imported: Imported; index: number }

/** Sealed ones first, the oldest of them, then the pending ones. */
export function findTransaction(
  { blocks, open }: Chain,
  hash: unknown,
  isOpenHidden: boolean,
): Found | null {
  for (const block of isOpenHidden ? blocks : [...blocks, open]) {
    const { imported, included } = block
    const hashes =
      imported?.hashes ?? included.map(({ transaction }) => transaction.hash)
    const index = hashes.indexOf(hash as Hex)
    if (index >= 0) return imported ? { imported, index } : { block, index }
  }
  return null
}
