import {
  isWire,
  UnreadableFieldError,
  type Wire,
} from '../../../base/codec/wire.js'
import { display } from '../../../base/hex/display.js'
import type { Address } from '../../../base/hex/hex.js'
import { type Parsed, parseAddress, refuse } from '../../../base/hex/parse.js'
import { parseChainId } from '../session/parameters.js'
import { type AskedTransaction, parseTransaction } from './parseTransaction.js'

/** The parameters of `wallet_sendCalls` (EIP-5792). */
export type AskedBatch = {
  readonly version: string
  readonly id: string | undefined
  readonly from: Address | undefined
  readonly chainId: number
  readonly isAtomic: boolean
  readonly calls: readonly AskedTransaction[]
  /** Capabilities that the wallet must have, and has not. */
  readonly capabilities: readonly string[]
}

const versions = ['1.0', '2.0.0']

export function parseBatch(given: unknown): Parsed<AskedBatch> {
  if (!isWire(given))
    return refuse(
      given,
      'an object { version, chainId, atomicRequired, calls }',
    )
  const { version, id, from, atomicRequired = false, calls } = given
  if (typeof version !== 'string' || !versions.includes(version))
    return refuse(version, '"version" as "2.0.0" or "1.0"')
  if (id !== undefined && (typeof id !== 'string' || id === ''))
    return refuse(id, '"id" as a string')
  const chainId = parseChainId(given.chainId)
  if (!chainId.ok) return chainId
  if (typeof atomicRequired !== 'boolean')
    return refuse(atomicRequired, '"atomicRequired" as true or false')
  const sender = from === undefined || from === null ? none : parseAddress(from)
  if (!sender.ok) return sender
  if (!Array.isArray(calls) || calls.length === 0)
    return refuse(calls, '"calls" as an array of { to, data, value }')
  try {
    return {
      ok: true,
      value: {
        version,
        id,
        from: sender.value,
        chainId: chainId.value,
        isAtomic: atomicRequired,
        calls: calls.map(parseCall),
        capabilities: [given, ...calls].flatMap(required),
      },
    }
  } catch (thrown) {
    if (!(thrown instanceof UnreadableFieldError)) throw thrown
    return { ok: false, given: thrown.message, expected: 'calls to send' }
  }
}

const none = { ok: true, value: undefined } as const

function parseCall(given: unknown, index: number): AskedTransaction {
  if (!isWire(given))
    throw new UnreadableFieldError(
      `calls[${index}]`,
      display(given),
      'an object',
    )
  const { to, data, value } = given
  return parseTransaction({ to, data, value }, `calls[${index}]`)
}

/** A capability may say that it is optional. */
function required(given: unknown): string[] {
  const { capabilities } = given as Wire
  if (!isWire(capabilities)) return []
  return Object.entries(capabilities)
    .filter(([, one]) => !(isWire(one) && one.optional === true))
    .map(([name]) => name)
}
