import { isWire } from '../../base/codec/wire.js'
import { toQuantity } from '../../base/hex/hex.js'
import { type Parsed, refuse } from '../../base/hex/parse.js'
import type { Parameter } from '../../rpc/method/params.js'
import {
  invalidParameter,
  knownNode,
  method,
  parseChainId,
  type WalletMethods,
} from './context.js'

const chain: Parameter<number> = { name: 'chain', parse: parseChain }
const asset: Parameter = { name: 'asset', parse: parseAsset }

/** The chain that an application is on (EIP-695, 3085, 3326), and EIP-747. */
export const chainMethods = {
  eth_chainId: method([], (_, { session }) => toQuantity(session.node.chainId)),

  net_version: method([], (_, { session }) => `${session.node.chainId}`),

  wallet_switchEthereumChain: method([chain], async (args, context, params) => {
    const [chainId] = args
    const node = knownNode(context, chainId, 4902)
    if (node !== context.session.node) {
      await context.confirm('wallet_switchEthereumChain', params)
      context.session.goTo(node)
    }
    return null
  }),

  // As wallets do, it goes there too.
  wallet_addEthereumChain: method([chain], async (args, context, params) => {
    const [chainId] = args
    const { session, confirm } = context
    const node = session.nodeOf(chainId)
    if (node === undefined)
      throw invalidParameter(
        1,
        'chain',
        `"${toQuantity(chainId)}"`,
        'the chain id of a node that createWallet was given',
      )
    if (node !== session.node) {
      await confirm('wallet_addEthereumChain', params)
      session.add(chainId)
      session.goTo(node)
    }
    return null
  }),

  wallet_watchAsset: method([asset], async (_, { confirm }, params) => {
    await confirm('wallet_watchAsset', params)
    return true
  }),
} satisfies WalletMethods

function parseChain(given: unknown): Parsed<number> {
  return isWire(given)
    ? parseChainId(given.chainId)
    : refuse(given, 'an object { chainId }')
}

function parseAsset(given: unknown): Parsed<unknown> {
  const isFit =
    isWire(given) && typeof given.type === 'string' && isWire(given.options)
  return isFit
    ? { ok: true, value: given }
    : refuse(given, 'an object { type, options }')
}
