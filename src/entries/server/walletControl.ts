import { reason } from '../../base/hex/display.js'
import type { ServableWallet } from './createPageDoor.js'
import type { FetchHandler } from './createRequestListener.js'

/** The path at which programs do what a wallet's user does. */
export const walletControlPath = '/wallet/control'

type Verb = (...given: unknown[]) => unknown

/** Verbs of a wallet that can be asked for over HTTP. */
const verbs = [
  'approveTwice',
  'connect',
  'disconnect',
  'edit',
  'hold',
  'ignore',
  'lock',
  'reject',
  'reload',
  'switchAccount',
  'switchChain',
  'unlock',
]

const states = ['account', 'accounts', 'chainId', 'isConnected', 'isLocked']

/**
 * What the user of a served wallet does, as JSON-RPC methods by the names of the
 * wallet's own verbs. What a verb returns gets a number, to stop or release it.
 */
export function createWalletControl(wallet: ServableWallet): FetchHandler {
  const members = wallet as unknown as { [name: string]: unknown }
  const begun = new Map<number, unknown>()

  function keep(value: unknown): unknown {
    if (typeof value !== 'function' && typeof value !== 'object') return null
    begun.set(begun.size + 1, value)
    return begun.size
  }

  /** `stop` of what a verb returned, `release` and `rejectHeld` of a hold. */
  function end(method: string, id: unknown, edits: unknown): null {
    const one = begun.get(id as number)
    const { release, reject } = Object(one) as { [name: string]: Verb }
    const act =
      method === 'stop' ? one : method === 'release' ? release : reject
    if (typeof act !== 'function')
      throw new Error(
        `${method}: ${String(id)} is no number that ${method === 'stop' ? 'a verb such as reject' : 'hold'} gave.`,
      )
    Reflect.apply(act, one, method === 'release' ? [amounts(edits)] : [])
    return null
  }

  function run(method: string, params: readonly unknown[]): unknown {
    if (method === 'prompts') return members.prompts
    if (method === 'state')
      return Object.fromEntries(states.map((name) => [name, members[name]]))
    if (['stop', 'release', 'rejectHeld'].includes(method))
      return end(method, params[0], params[1])
    const verb = members[method]
    if (!verbs.includes(method) || typeof verb !== 'function')
      throw Object.assign(
        new Error(
          `The wallet has no "${method}", expected one of ${[...verbs, 'prompts', 'release', 'rejectHeld', 'state', 'stop'].join(', ')}.`,
        ),
        { code: -32601 },
      )
    const given = method === 'edit' ? [amounts(params[0]), params[1]] : params
    return keep(Reflect.apply(verb, wallet, given))
  }

  return async (_, init) => {
    const headers = { 'content-type': 'application/json' }
    const { method = '', params = [] } = (await new Response(init.body ?? null)
      .json()
      .catch(() => ({}))) as { method?: string; params?: unknown[] }
    const answer = () => {
      try {
        return { result: run(method, params) ?? null }
      } catch (thrown) {
        const { code = -32602 } = Object(thrown) as { code?: number }
        return { error: { code, message: reason(thrown) } }
      }
    }
    return new Response(JSON.stringify(answer(), toJson), { headers })
  }
}

/** JSON has no bigint: amounts are decimal or hex strings. */
function amounts(edits: unknown): unknown {
  if (typeof edits !== 'object' || edits === null) return edits
  return Object.fromEntries(
    Object.entries(edits).map(([name, value]) => [
      name,
      name !== 'data' && /^(0x[\da-f]+|\d+)$/i.test(`${value}`)
        ? name === 'nonce'
          ? Number(value)
          : BigInt(value as string)
        : value,
    ]),
  )
}

function toJson(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value
}
