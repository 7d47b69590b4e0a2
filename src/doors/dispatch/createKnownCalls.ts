import type { Chain } from '../../chain/blocks/chain.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { RpcRequest } from './dispatcher.js'

/** A call that was answered. */
type KnownCall = { readonly request: RpcRequest; readonly outcome: Outcome }

type KnownCalls = {
  /** The same call as it was answered on this very chain. */
  find(chain: Chain, request: RpcRequest): KnownCall | undefined
  /** Keeps the answer to a call, unless running it again could tell more. */
  keep(chain: Chain, request: RpcRequest, outcome: Outcome): void
}

/** More than the components of a page ask of one block. */
const most = 1_024

/**
 * Answers to calls of the chain as it is: the parts of a page ask one block for
 * the same balances. A chain is immutable and an engine has no side effects, so
 * they hold until there is another chain, and are forgotten then.
 */
export function createKnownCalls(): KnownCalls {
  let of: Chain | undefined
  let count = 0
  /** By contract, then by data. */
  const known = new Map<unknown, Map<unknown, KnownCall>>()

  return {
    find(chain, { method, params }) {
      if (chain !== of || method !== 'eth_call') return undefined
      const [call, block] = params
      if (typeof call !== 'object' || call === null) return undefined
      const { to, data } = call as CallFields
      const found = known.get(to)?.get(data)
      const isSame =
        found?.request.params[1] === block &&
        params.length === 2 &&
        countFields(call) === 2
      return isSame ? found : undefined
    },

    keep(chain, request, outcome) {
      const { method, params } = request
      if (method !== 'eth_call' || outcome.type !== 'result') return
      if (!isPlain(params) || !isPure(chain)) return
      if (chain !== of || count === most) {
        known.clear()
        count = 0
        of = chain
      }
      count++
      const { to, data } = params[0] as CallFields
      const ofContract = known.get(to) ?? new Map<unknown, KnownCall>()
      known.set(to, ofContract.set(data, { request, outcome }))
    },
  }
}

type CallFields = { readonly to?: unknown; readonly data?: unknown }

/** What reads of contracts send: a contract and data, of a block by one text. */
function isPlain(params: readonly unknown[]): boolean {
  const [call, block] = params
  if (params.length !== 2 || typeof block !== 'string') return false
  const { to, data } = call as CallFields
  const areTexts = typeof to === 'string' && typeof data === 'string'
  return areTexts && countFields(call as object) === 2
}

function countFields(call: object): number {
  let count = 0
  for (const _ in call) count++
  return count
}

/**
 * A contract that is a function may count its calls or read a clock, and the
 * record of a fork hears of each read.
 */
function isPure({ config: { contracts, fork } }: Chain): boolean {
  return fork === null && contracts.every(({ type }) => type === 'erc20')
}
