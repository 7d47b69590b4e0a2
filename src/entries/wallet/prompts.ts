import { arrayOf, optional, readFields } from '../../base/validation/fields.js'
import {
  type Judge,
  natural,
  oneOf,
  positive,
} from '../../base/validation/values.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import {
  isPromptMethod,
  type PromptMethod,
  walletMethods,
} from '../../rpc/method/walletMethods.js'
import { EndedError, rpcError } from './context.js'
import { InvalidParametersError } from './options.js'
import type { Hold, Prompted, Prompts } from './wallet.js'

/** How the user, or the end of the node, answers a question. */
type Reply = 'agreed' | 'refused' | 'gone'

/** The user's answer to questions to come. */
type Plan = {
  readonly methods: ReadonlySet<PromptMethod> | undefined
  /** How many pass before it begins. */
  skip: number
  left: number
  /** Undefined if the user refuses at once. */
  readonly keep: ((waiting: Waiting) => void) | undefined
}

type Waiting = {
  readonly prompted: Prompted
  readonly node: WalletDoor
  answer(reply: Reply): void
}

/** The questions of a wallet to its user, who agrees by default. */
export function createPrompts() {
  let plans: readonly Plan[] = []
  const waiting = new Set<Waiting>()

  /** Settles once the user agrees. @throws EndedError when not. */
  async function confirm(prompted: Prompted, node: WalletDoor): Promise<void> {
    if (
      isConnecting(prompted) &&
      [...waiting].some((one) => isConnecting(one.prompted))
    )
      throw rpcError(
        -32002,
        `Already processing ${prompted.method}: the user has not answered yet.`,
      )
    const plan = plans.find(
      (plan) =>
        (plan.methods === undefined || plan.methods.has(prompted.method)) &&
        plan.skip-- <= 0,
    )
    if (plan === undefined) return
    plan.left--
    if (plan.left === 0) drop(plan)
    const { keep } = plan
    const reply =
      keep === undefined ? 'refused' : await held(prompted, node, keep)
    if (reply === 'gone') throw new EndedError({ type: 'network' })
    if (reply === 'refused')
      throw rpcError(4001, `The user rejected ${prompted.method}.`)
  }

  function held(
    prompted: Prompted,
    node: WalletDoor,
    keep: (waiting: Waiting) => void,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const one: Waiting = {
        prompted,
        node,
        answer(reply) {
          waiting.delete(one)
          resolve(reply)
        },
      }
      waiting.add(one)
      keep(one)
    })
  }

  function enter(verb: string, given: unknown, keep: Plan['keep']) {
    const { methods, skip, times } = parsePrompts(verb, given)
    const plan: Plan = {
      methods: methods && new Set(methods),
      skip,
      left: times === 'all' ? Number.POSITIVE_INFINITY : times,
      keep,
    }
    plans = [...plans, plan]
    return () => drop(plan)
  }

  function drop(plan: Plan) {
    plans = plans.filter((other) => other !== plan)
  }

  return {
    confirm,
    reject: (given?: Prompts) => enter('reject', given, undefined),
    hold(given?: Prompts): Hold {
      const held: Waiting[] = []
      let arrive: (prompted: Prompted) => void
      const arrived = new Promise<Prompted>((resolve) => {
        arrive = resolve
      })
      const stop = enter('hold', given, (one) => {
        held.push(one)
        arrive(one.prompted)
      })
      const answer = (reply: Reply) => {
        stop()
        for (const one of held.splice(0)) one.answer(reply)
      }
      return {
        arrived,
        release: () => answer('agreed'),
        reject: () => answer('refused'),
      }
    },
    /** Leaves no question about this node waiting, as without a connection. */
    end(node: WalletDoor) {
      for (const one of [...waiting]) if (one.node === node) one.answer('gone')
    },
  }
}

/** Wallets open one window for these at a time. */
function isConnecting({ method }: Prompted): boolean {
  return (
    method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
  )
}

const times: Judge<number | 'all'> = {
  check(given) {
    if (given === 'all') return { ok: true, value: given }
    const checked = positive.check(given)
    return checked.ok
      ? checked
      : { ...checked, expected: `${checked.expected}, or "all"` }
  },
}

const fields = {
  methods: optional(
    arrayOf(oneOf(...Object.keys(walletMethods).filter(isPromptMethod))),
    undefined,
  ),
  skip: optional(natural, 0),
  times: optional(times, 1),
}

function parsePrompts(verb: string, given: unknown = {}) {
  const read = readFields(
    given,
    fields,
    'an object { methods?, skip?, times? }',
  )
  if (!read.ok)
    throw new InvalidParametersError(`wallet.${verb}`, read.problems)
  return read.value
}
