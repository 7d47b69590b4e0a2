import { isPresealError, PresealError } from '../../base/errors/errors.js'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'

/** A value that was read and is not in the record. */
export type Missing =
  | { readonly type: 'account'; readonly address: Address }
  | { readonly type: 'slot'; readonly address: Address; readonly slot: Hex }
  | { readonly type: 'blockHash'; readonly number: bigint }
  | {
      readonly type: 'block'
      readonly number: bigint
      /** Whether its transactions were requested in full. */
      readonly isFull: boolean
    }
  | { readonly type: 'blockByHash'; readonly hash: Hash }
  | { readonly type: 'receipts'; readonly number: bigint }
  | { readonly type: 'transaction'; readonly hash: Hash }
  | {
      readonly type: 'logs'
      readonly addresses: readonly Address[] | null
      readonly topics: readonly (readonly Hash[] | null)[]
      readonly fromBlock: bigint
      readonly toBlock: bigint
    }
  /** State before the record's block, which no record holds. */
  | { readonly type: 'state'; readonly number: bigint }

/** The missing value, in words. */
export function missingText(missing: Missing): string {
  switch (missing.type) {
    case 'account':
      return `the account ${missing.address}`
    case 'slot':
      return `storage slot ${missing.slot} of ${missing.address}`
    case 'blockHash':
      return `the hash of block ${missing.number}`
    case 'block':
      return `block ${missing.number}${missing.isFull ? ' with full transactions' : ''}`
    case 'blockByHash':
      return `the block with the hash ${missing.hash}`
    case 'receipts':
      return `the receipts of block ${missing.number}`
    case 'transaction':
      return `the transaction ${missing.hash}`
    case 'logs':
      return `logs${missing.addresses === null ? '' : ` of ${missing.addresses.join(', ')}`} from block ${missing.fromBlock} to ${missing.toBlock} with the topics ${JSON.stringify(missing.topics)}`
    case 'state':
      return `the state after block ${missing.number}`
  }
}

/** The command that records what a test reads. */
export const recordingCommand =
  'npx preseal fork --from <url> -o <file> -- <the command that runs the tests>'

/** How to go on without it. */
function remedy(missing: Missing): string {
  switch (missing.type) {
    case 'state':
      return 'A record holds only the state after its own block: fork at an earlier block.'
    case 'account':
      return `Record it: ${recordingCommand}; or set balance, nonce and code with "accounts" or the node's methods.`
    case 'slot':
      return `Record it: ${recordingCommand}; or set it with "accounts" or node.setStorageAt.`
    default:
      return `Record it: ${recordingCommand}.`
  }
}

/** Thrown if a read needs what the fork's record does not hold. */
export function notRecordedError(
  missing: Missing,
  block: bigint,
  { field, by }: { field?: string | undefined; by?: string | undefined } = {},
): PresealError<'NotRecordedError'> {
  const text = missingText(missing)
  const what = field === undefined ? text : `the ${field} of ${text}`
  const asker = by === undefined ? '' : `, which ${by} asks for`
  return new PresealError(
    'NotRecordedError',
    `The fork's record of block ${block} does not hold ${what}${asker}. ${remedy(missing)}`,
    { data: missing },
  )
}

/** From this copy of the package or another one. */
export function isNotRecorded(
  thrown: unknown,
): thrown is PresealError<'NotRecordedError'> {
  return isPresealError(thrown, 'NotRecordedError')
}

/** A value that a node asked for in vain, and the methods that asked. */
export type Miss = { readonly missing: Missing; readonly by: readonly string[] }

/** The key of what a node has missed in the record of its fork. */
export const missesKey: unique symbol = Symbol.for('preseal.misses')

export function missesOf(node: object): readonly Miss[] {
  const keyed = node as { readonly [missesKey]?: () => readonly Miss[] }
  return keyed[missesKey]?.() ?? []
}
