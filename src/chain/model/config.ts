import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine, Hardfork, Native } from '../../engine/engine.js'
import type { ForkBase } from '../fork/createForkBase.js'
import type { AccountParameters } from './transaction.js'

/**
 * What the beacon chain gives to blocks, which nobody can foresee: one hash for
 * each of them, or another one for each number, which a seed reproduces.
 */
export type BlockWord = Hash | { readonly seed: Hash }

/** The settings of a chain; intents such as `setCadence` replace them. */
export type ChainConfig = {
  readonly chainId: number
  /** The answer to `web3_clientVersion`. */
  readonly clientVersion: string
  /** unix seconds */
  readonly genesisTimestamp: bigint
  /** Newest first: each ends where the one before it in the list begins. */
  readonly cadences: readonly Cadence[]
  /** wei per gas, of the genesis block */
  readonly initialBaseFeePerGas: bigint
  /** wei per gas, of block 1; undefined: as it follows from genesis */
  readonly firstBaseFeePerGas: bigint | undefined
  readonly baseFeeMaxChangeDenominator: number
  readonly elasticityMultiplier: number
  /** wei per gas */
  readonly minBaseFeePerGas: bigint
  readonly gasLimit: bigint
  readonly miner: Address
  /** The receiver of the base fee, as on OP chains; null: it is burnt. */
  readonly baseFeeRecipient: Address | null
  readonly extraData: Hex
  readonly mixHash: BlockWord
  readonly parentBeaconBlockRoot: BlockWord
  /**
   * The L1 attributes in the deposit that opens each block; null: no deposit.
   */
  readonly l1Attributes: L1Attributes | null
  /**
   * Whether the pending block has a real state root or a zero one (F6 in
   * docs/reference/fidelity.md).
   */
  readonly pendingStateRoot: 'atSeal' | 'everyBeat'
  /** When a transaction gets a receipt; until then, it is in the pool. */
  readonly receipts: 'everyBeat' | 'atSeal'
  /** What becomes of a sent transaction whose fee is below the base fee. */
  readonly belowBaseFee: 'refused' | 'dropped' | 'pooled'
  /** What becomes of one that the next block cannot hold, sealed at once. */
  readonly unminable: 'pooled' | 'refused'
  /** When a sent transaction enters the open block. */
  readonly pending: 'atBeat' | 'atOnce'
  /** What replaces a waiting transaction of the same nonce. */
  readonly replacement: 'bothFees' | 'feeCap'
  /** The gas of an executed transaction that names none. */
  readonly defaultGas: 'withRoom' | 'exact'
  /** What accounts seem to hold where there is no coin; null: there is one. */
  readonly nativeBalance: bigint | null
  /** blocks behind latest */
  readonly finalityLag: { readonly safe: number; readonly finalized: number }
  /** Runs calls, and transactions that are not scripted. */
  readonly engine: Engine
  readonly hardfork: Hardfork
  /**
   * The most bytes of a contract, whose initcode may have twice as many;
   * undefined: as the hardfork has it.
   */
  readonly codeSizeLimit: number | undefined
  readonly calls: {
    /** Gas limit of a call without one. */
    readonly gasLimit: bigint
    /** The block that calls on the pending state see. */
    readonly environment: 'pending' | 'latest'
  }
  /** The native that runs code that begins with 0xfe. */
  readonly native: (code: Hex) => Native | undefined
  /**
   * The code that runs at an address where the state has no code. It is no part
   * of the state: neither read as code nor hashed.
   */
  readonly codeAt: (address: Address) => Hex | undefined
  /** The contracts without bytecode that were ever given, in their order. */
  readonly contracts: readonly Contract[]
  /** The base of the chain in place of a genesis block. */
  readonly fork: ForkBase | null
  /** The account of a contract without bytecode, whose code is known then. */
  readonly accountOf: (contract: Contract) => AccountParameters
}

/**
 * The number and hash of the pending block itself: the hash of the partial
 * block (default), 32 zero bytes, no hash (nor, as on geth, nonce and miner), or
 * neither hash nor number.
 */
export type PendingIdentity =
  | 'partialHash'
  | 'zeroHash'
  | 'nullHash'
  | 'nullHashAndMiner'
  | 'nullNumberAndHash'

/** An OP chain's knowledge of L1; all of it stays except the block. */
export type L1Attributes = {
  /** Number of the L1 block from which the L2 chain starts. */
  readonly number: bigint
  /** wei per gas */
  readonly baseFeePerGas: bigint
  /** wei per blob gas */
  readonly blobBaseFee: bigint
  readonly baseFeeScalar: number
  readonly blobBaseFeeScalar: number
  /** The poster of the chain's batches, as 32 bytes. */
  readonly batcherHash: Hash
  /** Gas of each deposit. */
  readonly gasUsed: bigint
}

/** How blocks come, from a number on. */
export type Cadence = {
  /** The number of the first block. */
  readonly from: bigint
  /** ms from block to block */
  readonly blockTime: number
  /** Whether a deposit tells the ms of each block. */
  readonly baseTimeDeposit: boolean
  readonly beatsSeenBy: BeatsSeenBy
}

/**
 * The reads that see the block that is being built: reads of `pending` only;
 * also calls and accounts under `latest`; every read under `latest`; or no read
 * until it is sealed, so that `pending` is `latest`.
 */
export type BeatsSeenBy = 'pending' | 'latestState' | 'latest' | 'none'

/** From where numbers and times are counted. */
export type CadenceOrigin = {
  readonly number: bigint
  /** unix ms */
  readonly milliseconds: bigint
  readonly cadence: Cadence
  /** The origin of the cadence before; null after genesis or an import. */
  readonly before: CadenceOrigin | null
}

/** The same, of which the newest holds from that number on, at the latest. */
export function cadencesFrom(
  cadences: readonly Cadence[],
  number: bigint,
): readonly Cadence[] {
  const [newest, ...older] = cadences
  return newest === undefined || newest.from <= number
    ? cadences
    : [
        { ...newest, from: number },
        ...older.filter(({ from }) => from < number),
      ]
}

/** The cadence of the block of that number. */
export function cadenceAt(
  { cadences }: { readonly cadences: readonly Cadence[] },
  number: bigint,
): Cadence {
  const found = cadences.find(({ from }) => from <= number)
  if (found === undefined) throw new RangeError('a chain without a cadence')
  return found
}
