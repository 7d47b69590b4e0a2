import {
  address,
  string,
  tuple,
  uint8,
  uint256,
} from '../../../base/abi/abi.js'
import type { Address, Hex, MockNode, StoryEvent } from '../../../index.js'
import type { TimelineRequest, TimelineToken } from './timeline.js'

/** Selectors of ERC-20, with the position of the argument that gets tokens. */
const selectors: { readonly [selector: string]: number | null } = {
  '0xa9059cbb': 0, // transfer(address,uint256)
  '0x23b872dd': 1, // transferFrom(address,address,uint256)
  '0x095ea7b3': null, // approve(address,uint256)
  '0xdd62ed3e': null, // allowance(address,address)
  '0x70a08231': 0, // balanceOf(address)
}

const most = { tokens: 4, holders: 6 }

type Call = {
  readonly from?: Address | undefined
  readonly to: Address
  readonly data: string
}

/** The tokens that transactions and requests called, as they name themselves. */
export function readTokens(
  node: MockNode,
  until: number,
  events: readonly StoryEvent[],
  requests: readonly TimelineRequest[],
): TimelineToken[] {
  const holders = new Map<Address, Set<Address>>()
  for (const { from, to, data } of callsIn(events, requests)) {
    const receiver = selectors[data.slice(0, 10)]
    if (receiver === undefined) continue
    const token = to.toLowerCase() as Address
    if (holders.size === most.tokens && !holders.has(token)) continue
    const own = holders.get(token) ?? new Set()
    holders.set(token, own)
    const named =
      receiver === null
        ? undefined
        : orUndefined(() => address.decode(data.slice(10), receiver * 64))
    for (const one of [from, named])
      if (one !== undefined && own.size < most.holders)
        own.add(one.toLowerCase() as Address)
  }
  return [...holders].flatMap(([token, own]) => {
    const ask = (selector: Hex) => call(node, until, token, selector, 'pending')
    const decimals = orUndefined(() => uint8.decode(ask('0x313ce567'), 0))
    const symbol = orUndefined(() => tuple(string).decode(ask('0x95d89b41'), 0))
    return decimals === undefined || symbol === undefined
      ? []
      : [
          {
            address: token,
            symbol: symbol[0],
            decimals: Number(decimals),
            holders: [...own],
          },
        ]
  })
}

function callsIn(
  events: readonly StoryEvent[],
  requests: readonly TimelineRequest[],
): Call[] {
  const sent = events.flatMap((event): Call[] => {
    const { from, to, data } =
      event.type === 'preconfirmed'
        ? event.transaction
        : event.type === 'step' && event.step.type === 'preconfirm'
          ? event.step
          : {}
    return to && data !== undefined ? [{ from, to, data }] : []
  })
  const asked = requests.flatMap(({ method, params, calls }): Call[] => {
    if (method !== 'eth_call' && method !== 'eth_estimateGas') return []
    const { to, data, input = data } = Object(params[0])
    return typeof to === 'string' && typeof input === 'string'
      ? [{ to: to as Address, data: input }, ...calls]
      : calls.slice()
  })
  return [...sent, ...asked]
}

/** What each holder of each token has at an instant; null: not known. */
export function readHeld(
  node: MockNode,
  at: number,
  tokens: readonly TimelineToken[],
) {
  return tokens.map((token) =>
    token.holders.map((holder) => {
      const data: Hex = `0x70a08231${address.encode(holder)}`
      const held = (tag: 'pending' | 'latest') =>
        orUndefined(() =>
          uint256.decode(call(node, at, token.address, data, tag), 0),
        ) ?? null
      return { pending: held('pending'), latest: held('latest') }
    }),
  )
}

/** The digits of its answer. */
function call(
  node: MockNode,
  at: number,
  to: Address,
  data: Hex,
  tag: 'pending' | 'latest',
): string {
  const { request } = node.view(at)
  return request({ method: 'eth_call', params: [{ to, data }, tag] }).slice(2)
}

/** A contract may be no token, and an instant may be gone. */
function orUndefined<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
