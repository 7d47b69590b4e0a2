import type {
  Annotations,
  InnerCall,
  Timeline,
  TimelineRequest,
} from '../../../timeline/index.js'
import { nameOfAddress } from './nameOfAddress.js'
import { paramsName } from './subscriptionName.js'

/**
 * The subject of a request, wherever it travels: the account or the function
 * that is read, alone or within Multicall3, at the block that is named.
 * Requests that share one are like each other.
 */
export function readsOf(
  request: TimelineRequest,
  { annotations }: Timeline,
): string[] {
  const { method, params, calls } = request
  const name = (address: unknown) => nameOfAddress(address, annotations.names)
  const [first, second] = params as [unknown, unknown]
  if (calls.length > 0)
    return calls.map((call) => innerReadName(call, second, annotations.names))
  if (method === 'eth_call' || method === 'eth_estimateGas') {
    const { to, data, input } = Object(first) as Call
    const text = data ?? input
    const called =
      typeof text === 'string' && text.length >= 10
        ? `.${functionName(text.slice(0, 10))}`
        : ''
    const what = method === 'eth_call' ? 'the read' : 'the gas estimate'
    return [`${what} of ${name(to)}${called}${tagText(second)}`]
  }
  if (method === 'eth_subscribe')
    return [`${method} to ${paramsName(params, annotations.names)}`]
  if (typeof first === 'string' && /^0x[0-9a-f]{40}$/i.test(first))
    return [`${method} of ${name(first)}${tagText(params.at(-1))}`]
  return [`${method}${tagText(first)}`]
}

/** As a call that travels alone is named. */
export function innerReadName(
  { to, selector }: Pick<InnerCall, 'to' | 'selector'>,
  block: unknown,
  names: Annotations['names'],
): string {
  return `the read of ${nameOfAddress(to, names)}.${functionName(selector)}${tagText(block)}`
}

type Call = {
  readonly to?: unknown
  readonly data?: unknown
  readonly input?: unknown
}

/** A number changes with each block, so that it makes no request another one. */
function tagText(given: unknown): string {
  return typeof given === 'string' && /^[a-z]+$/.test(given)
    ? ` at ${given}`
    : ''
}

const names: { readonly [selector: string]: string } = {
  '0x70a08231': 'balanceOf',
  '0xdd62ed3e': 'allowance',
  '0x18160ddd': 'totalSupply',
  '0x313ce567': 'decimals',
  '0x95d89b41': 'symbol',
  '0x06fdde03': 'name',
  '0x6352211e': 'ownerOf',
  '0xa9059cbb': 'transfer',
  '0x095ea7b3': 'approve',
  '0x23b872dd': 'transferFrom',
  '0xc87b56dd': 'tokenURI',
  '0xe985e9c5': 'isApprovedForAll',
  '0x8da5cb5b': 'owner',
  '0xd0e30db0': 'deposit',
  '0x2e1a7d4d': 'withdraw',
  '0x4d2301cc': 'getEthBalance',
  '0x42cbb15c': 'getBlockNumber',
  '0x0f28c97d': 'getCurrentBlockTimestamp',
}

function functionName(selector: string): string {
  return names[selector] ?? selector
}
