import { isWire, type Wire } from '../../base/codec/wire.js'
import {
  parseAddress,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  endedBy,
  invalidParameter,
  type MethodContext,
  method,
  nodeOf,
  parseChainId,
  unrecognized,
  type WalletMethods,
} from './context.js'

const chain: Parameter<number> = { name: 'chain', parse: parseChain }
const asset: Parameter<Wire> = { name: 'asset', parse: parseAsset }

/** The chain that an application is on (EIP-695, 3085, 3326), and EIP-747. */
export const chainMethods = {
  eth_chainId: method([], (_, context) => toQuantity(shownChainId(context))),

  net_version: method([], (_, context) => `${shownChainId(context)}`),

  wallet_switchEthereumChain: method([chain], async (args, context, params) => {
    const [chainId] = args
    const { session, profile, confirm } = context
    const { unknownChain, switching } = profile
    const node = nodeOf(context, chainId)
    if (node === undefined) {
      if (unknownChain === 'ignored') return null
      throw unknown(context, chainId)
    }
    if (node === session.node) return null
    if (typeof switching === 'object')
      throw endedBy(switching, {
        code: 4901,
        message: 'The wallet stays on its chain.',
        chainId: toQuantity(chainId),
      })
    if (switching !== 'silent')
      await confirm('wallet_switchEthereumChain', params)
    session.goTo(node)
    return null
  }),

  // As most wallets do, it goes there too.
  wallet_addEthereumChain: method([chain], async (args, context, params) => {
    const [chainId] = args
    const { session, profile, confirm } = context
    const { adding } = profile
    const node = session.nodeOf(chainId)
    if (typeof adding === 'object')
      throw endedBy(adding, {
        code: -32601,
        message: 'The wallet adds no chain.',
        chainId: toQuantity(chainId),
      })
    if (node === undefined)
      throw invalidParameter(
        1,
        'chain',
        `"${toQuantity(chainId)}"`,
        'the chain id of a node that createWallet was given',
      )
    if (node === session.node) return null
    if (adding === 'adds' && session.knows(chainId)) return null
    await confirm('wallet_addEthereumChain', params)
    session.add(chainId)
    if (adding !== 'adds') session.goTo(node)
    return null
  }),

  wallet_watchAsset: method([asset], async ([given], context, params) => {
    const { session, confirm } = context
    const chainId = session.node.chainId
    await confirm('wallet_watchAsset', params)
    const { address, symbol, decimals } = given.options as Wire
    const parsed = parseAddress(address)
    if (given.type === 'ERC20' && parsed.ok)
      session.tokens.push({
        chainId,
        address: parsed.value,
        symbol: typeof symbol === 'string' ? symbol : 'TOKEN',
        decimals: Number(decimals ?? 18),
      })
    return true
  }),
} satisfies WalletMethods

/** Before the page connects, some wallets name mainnet. */
function shownChainId({ session, profile }: MethodContext): number {
  const { chainIdBeforeConnecting: before } = profile
  return before === undefined || session.isConnected
    ? session.node.chainId
    : before
}

function unknown({ profile }: MethodContext, chainId: number) {
  const { unknownChain } = profile
  return endedBy(typeof unknownChain === 'object' ? unknownChain : undefined, {
    code: 4902,
    message: unrecognized,
    chainId: toQuantity(chainId),
  })
}

function parseChain(given: unknown): Result<number> {
  return isWire(given)
    ? parseChainId(given.chainId)
    : refuse(given, 'an object { chainId }')
}

function parseAsset(given: unknown): Result<Wire> {
  return isWire(given) &&
    typeof given.type === 'string' &&
    isWire(given.options)
    ? { ok: true, value: given }
    : refuse(given, 'an object { type, options }')
}
