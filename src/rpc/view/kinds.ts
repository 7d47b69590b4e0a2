import { display } from '../../base/hex/display.js'
import { type Address, toQuantity } from '../../base/hex/hex.js'
import { type Parsed, parseAddress, refuse } from '../../base/hex/parse.js'
import { invalidParams, type RpcError } from '../answers/outcome.js'
import { type LogCriteria, parseLogCriteria } from '../logs/logCriteria.js'

export const subscription = { name: 'subscription', parse: parseName }

/** Read by what the subscription is for. */
export const filter = {
  name: 'filter',
  parse: (given: unknown) => ({ ok: true, value: given }) as const,
  absent: { value: undefined },
}

function parseName(given: unknown): Parsed<string> {
  return typeof given === 'string'
    ? { ok: true, value: given }
    : refuse(given, 'the name of a subscription, such as "newHeads"')
}

/** The content of a subscription. */
export type SubscriptionKind =
  | { readonly type: 'newHeads' }
  /** A node that never falls behind never has anything to say. */
  | { readonly type: 'syncing' }
  | { readonly type: 'logs'; readonly criteria: LogCriteria }
  | { readonly type: 'newPendingTransactions'; readonly isFull: boolean }
  | { readonly type: 'newFlashblocks' }
  | { readonly type: 'monadNewHeads' }
  | { readonly type: 'monadLogs'; readonly criteria: LogCriteria }
  | { readonly type: 'miniBlocks' }
  | { readonly type: 'shreds'; readonly withState: boolean }
  | { readonly type: 'stateChanges'; readonly addresses: ReadonlySet<Address> }
  | { readonly type: 'pendingLogs'; readonly criteria: LogCriteria }
  | {
      readonly type: 'newFlashblockTransactions'
      readonly isFull: boolean
      /** Only those with such a log. */
      readonly criteria: LogCriteria | undefined
    }

/** Kinds of geth and base/base, which every node serves. */
const usual = [
  'newHeads',
  'logs',
  'syncing',
  'newPendingTransactions',
  'newFlashblocks',
  'pendingLogs',
  'newFlashblockTransactions',
] as const

/** Kinds of chains of their own, which nodes serve by option. */
const special = [
  'monadNewHeads',
  'monadLogs',
  'miniBlocks',
  'shreds',
  'stateChanges',
] as const

export const subscriptionNames: readonly string[] = [...usual, ...special]

/** The same text for the same kind. */
export function topicOf(kind: SubscriptionKind): string {
  return JSON.stringify(kind, (_, value) => {
    if (typeof value === 'bigint') return toQuantity(value)
    return value instanceof Set ? [...value] : value
  })
}

type Read =
  | { ok: true; kind: SubscriptionKind }
  | { ok: false; error: RpcError }

/**
 * Reads what a subscription is for, as geth and base/base take it.
 *
 * @param isServed - Whether the node's options serve it.
 */
export function readKind(
  name: string,
  option: unknown,
  isServed: boolean,
): Read {
  const found = isServed ? special.find((one) => one === name) : undefined
  return found === undefined
    ? readUsual(name, option)
    : readSpecial(found, option)
}

function readSpecial(type: (typeof special)[number], option: unknown): Read {
  switch (type) {
    case 'monadNewHeads':
    case 'miniBlocks':
      return option === undefined
        ? { ok: true, kind: { type } }
        : malformed(type, option, 'nothing')
    case 'monadLogs':
      return readLogsOf(type, option)
    case 'shreds':
      return typeof (option ?? false) === 'boolean'
        ? { ok: true, kind: { type, withState: option === true } }
        : malformed(type, option, 'true or false')
    case 'stateChanges': {
      const parsed = Array.isArray(option) ? option.map(parseAddress) : []
      const addresses = parsed.flatMap((one) => (one.ok ? [one.value] : []))
      return addresses.length > 0 && addresses.length === parsed.length
        ? { ok: true, kind: { type, addresses: new Set(addresses) } }
        : malformed(type, option, 'an array of addresses')
    }
  }
}

function readUsual(name: string, option: unknown): Read {
  switch (name) {
    case 'newHeads':
    case 'syncing':
    case 'newFlashblocks':
      return option === undefined
        ? { ok: true, kind: { type: name } }
        : malformed(name, option, 'nothing')
    case 'logs':
    case 'pendingLogs':
      return readLogsOf(name, option)
    case 'newPendingTransactions':
      return typeof (option ?? false) === 'boolean'
        ? { ok: true, kind: { type: name, isFull: option === true } }
        : malformed(name, option, 'true or false')
    case 'newFlashblockTransactions': {
      if (typeof (option ?? false) === 'boolean') {
        const kind = { type: name, isFull: option === true }
        return { ok: true, kind: { ...kind, criteria: undefined } as const }
      }
      const criteria = parseLogCriteria(option)
      return criteria.ok
        ? {
            ok: true,
            kind: { type: name, isFull: true, criteria: criteria.value },
          }
        : malformed(name, option, 'true, false or a filter for logs')
    }
    default:
      return { ok: false, error: noSubscription(name) }
  }
}

function readLogsOf(
  type: 'logs' | 'pendingLogs' | 'monadLogs',
  option: unknown,
): Read {
  const criteria = parseLogCriteria(option ?? {})
  return criteria.ok
    ? { ok: true, kind: { type, criteria: criteria.value } }
    : malformed(type, option, criteria.expected, criteria.given)
}

/** In the words of geth's `rpc/errors.go`. */
export function noSubscription(name: string): RpcError {
  return {
    code: -32601,
    message: `no ${display(name)} subscription in eth namespace`,
  }
}

function malformed(
  name: string,
  option: unknown,
  expected: string,
  given = display(option),
): Read {
  return {
    ok: false,
    error: invalidParams(
      `Invalid parameter 2 of "${name}": given ${given}, expected ${expected}`,
    ),
  }
}
