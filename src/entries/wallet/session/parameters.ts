import { display } from '../../../base/hex/display.js'
import { type Address, type Hex, toQuantity } from '../../../base/hex/hex.js'
import {
  type Parsed,
  parseAddress,
  parseData,
  parseQuantity,
  refuse,
} from '../../../base/hex/parse.js'
import { encodeText } from '../../../base/hex/text.js'
import type { WalletDoor } from '../../../doors/walletDoor.js'
import type { Parameter } from '../../../rpc/method/params.js'
import type { Account } from '../keys/account.js'
import { rpcError } from './ended.js'
import type { MethodContext } from './method.js'

export const address: Parameter<Address> = {
  name: 'address',
  parse: parseAddress,
}

/** Taken where wallets take it, and of no meaning. */
export const ignored: Parameter = {
  name: 'ignored',
  parse: (value) => ({ ok: true, value }),
  absent: { value: undefined },
}

/** Bytes as hex; other text is its UTF-8. */
export const message: Parameter<Hex> = {
  name: 'message',
  parse(given) {
    const data = parseData(given)
    if (data.ok) return data
    return typeof given === 'string'
      ? { ok: true, value: encodeText(given) }
      : refuse(given, 'bytes as 0x and hex digits, or text')
  },
}

export function parseChainId(given: unknown): Parsed<number> {
  const parsed = parseQuantity(given)
  const value = Number(parsed.ok && parsed.value)
  return parsed.ok && value > 0 && Number.isSafeInteger(value)
    ? { ok: true, value }
    : refuse(given, '"chainId" as hex, such as "0x1"')
}

/** The account of the wallet that the application may use. */
export function authorized(
  { session }: MethodContext,
  given: Address,
): Account {
  const account = session.accounts.find(({ address }) => address === given)
  if (account !== undefined && session.exposed().includes(given)) return account
  const advice =
    account === undefined
      ? 'The wallet has no key of it.'
      : session.isConnected
        ? 'Another account is selected.'
        : 'Ask for "eth_requestAccounts" first.'
  throw rpcError(4100, `The account ${given} is not connected. ${advice}`)
}

/** @throws EndedError with `code` if the wallet does not know the chain. */
export function knownNode(
  { session }: MethodContext,
  chainId: number,
  code: number,
): WalletDoor {
  const node = session.nodeOf(chainId)
  if (node !== undefined && session.knows(chainId)) return node
  throw rpcError(
    code,
    `Unrecognized chain ID ${display(toQuantity(chainId))}. Try adding the chain using wallet_addEthereumChain first.`,
  )
}
