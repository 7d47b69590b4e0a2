import { display } from '../../base/hex/display.js'
import { amounts } from '../../base/validation/amounts.js'
import { arrayOf, optional, readOptions } from '../../base/validation/fields.js'
import { invalidParameters } from '../../base/validation/problem.js'
import {
  boolean,
  data,
  natural,
  nonce,
  oneOf,
  positive,
  type Validator,
} from '../../base/validation/values.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import {
  isPromptMethod,
  type PromptMethod,
  walletMethods,
} from '../../rpc/method/walletMethods.js'
import { type Approval, EndedError, endedBy, rpcError } from './context.js'
import type { WalletProfile } from './profile.js'
import type {
  Edits,
  Hold,
  Prompt,
  Prompted,
  Prompts,
  Wallet,
} from './wallet.js'

/** How the user, or the end of the node, answers a prompt. */
type Reply = Approval | 'rejected' | 'ignored' | 'gone'

/** What the user will do with prompts to come. */
type Plan = {
  readonly verb: keyof Wallet
  readonly methods: ReadonlySet<PromptMethod> | undefined
  /** How many pass before it begins. */
  skip: number
  left: number
  readonly reply: (open: Open, later: readonly Plan[]) => Reply | Promise<Reply>
}

type Open = {
  readonly prompted: Prompted
  readonly node: WalletDoor
  state: Prompt['state']
  /** Settles once its node is gone. */
  readonly gone: Promise<'gone'>
  end(): void
}

const agreed: Approval = { edits: {}, clicks: 1 }

/** The prompts of a wallet to its user, who agrees by default. */
export function createPrompts(profile: WalletProfile) {
  const { prompts: order = 'parallel', rejection, rejections } = profile
  let plans: readonly Plan[] = []
  /** The newest ones that were ever opened, the oldest first. */
  const all: Open[] = []
  /** Those whose request has no answer yet. */
  const unanswered = new Set<Open>()
  let open: readonly Open[] = []
  /** Ignored ones that open again together with the next. */
  let again: readonly Prompted[] = []
  let changed = deferred<void>()

  /** Settles once the user agrees. @throws EndedError when not. */
  async function confirm(
    prompted: Prompted,
    node: WalletDoor,
  ): Promise<Approval> {
    checkOther(prompted)
    const one = show(prompted, node)
    for (const other of again) void reopen(other, node)
    again = []
    const isWaiting = order === 'queue' && open[0] !== one
    const reply = isWaiting ? await inOrder(one) : replyTo(one)
    return conclude(one, reply instanceof Promise ? await reply : reply)
  }

  function checkOther({ method }: Prompted) {
    const isBusy =
      order === 'one'
        ? open.length > 0
        : isConnecting(method) &&
          open.some((one) => isConnecting(one.prompted.method))
    if (isBusy)
      throw rpcError(
        -32002,
        `Already processing ${method}: the user has not answered yet.`,
      )
  }

  function show(prompted: Prompted, node: WalletDoor): Open {
    const { promise: gone, resolve } = deferred<'gone'>()
    const one: Open = {
      prompted,
      node,
      state: 'open',
      gone,
      end() {
        one.state = 'ended'
        open = open.filter((other) => other !== one)
        unanswered.delete(one)
        resolve('gone')
      },
    }
    open = [...open, one]
    unanswered.add(one)
    all.push(one)
    if (all.length > kept) all.shift()
    return one
  }

  /** It stands there once more; nobody waits for the answer. */
  async function reopen(prompted: Prompted, node: WalletDoor) {
    const one = show(prompted, node)
    close(one, await replyTo(one))
  }

  async function inOrder(one: Open): Promise<Reply> {
    while (open[0] !== one) {
      const next = await Promise.race([changed.promise, one.gone])
      if (next === 'gone') return next
    }
    return replyTo(one)
  }

  /** The first plan that fits. A prompt that waits can be ended meanwhile. */
  function replyTo(one: Open, among = plans): Reply | Promise<Reply> {
    const { method } = one.prompted
    const index = among.findIndex(
      (plan) =>
        (plan.methods === undefined || plan.methods.has(method)) &&
        plan.skip-- <= 0,
    )
    const plan = among[index]
    if (plan === undefined) return agreed
    plan.left--
    if (plan.left === 0) drop(plan)
    const reply = plan.reply(one, among.slice(index + 1))
    return reply instanceof Promise ? Promise.race([reply, one.gone]) : reply
  }

  /** However the user approves by later plans; those that do not can wait. */
  function replyTwice(one: Open, later: readonly Plan[]) {
    const reply = replyTo(
      one,
      later.filter(({ verb, skip }) => skip > 0 || !refusing.has(verb)),
    )
    return reply instanceof Promise ? reply.then(twice) : twice(reply)
  }

  async function conclude(one: Open, reply: Reply): Promise<Approval> {
    // Newer windows lie on top of it.
    while (order === 'stack' && open.at(-1) !== one && one.state === 'open')
      await Promise.race([changed.promise, one.gone])
    if (one.state === 'ended') throw new EndedError({ type: 'network' })
    close(one, reply)
    if (typeof reply === 'object') return reply
    const { method } = one.prompted
    const error = rejections?.[method] ?? rejection
    if (reply === 'ignored' || error === 'never') {
      unanswered.add(one)
      await one.gone
      throw new EndedError({ type: 'network' })
    }
    throw endedBy(error, {
      code: 4001,
      message: 'The user rejected {method}.',
      method,
    })
  }

  /** An ignored one stays open. */
  function close(one: Open, reply: Reply) {
    if (one.state !== 'open' || reply === 'gone') return
    one.state = typeof reply === 'string' ? reply : 'approved'
    unanswered.delete(one)
    if (reply !== 'ignored') open = open.filter((other) => other !== one)
    const { resolve } = changed
    changed = deferred<void>()
    resolve()
  }

  function enter(verb: Plan['verb'], given: unknown, reply: Plan['reply']) {
    const { methods, skip, times } = parsePrompts(verb, given)
    const plan: Plan = {
      verb,
      methods: methods && new Set(methods),
      skip,
      left: times === 'all' ? Number.POSITIVE_INFINITY : times,
      reply,
    }
    plans = [...plans, plan]
    return () => drop(plan)
  }

  function drop(plan: Plan) {
    plans = plans.filter((other) => other !== plan)
  }

  return {
    confirm,
    list: (): Prompt[] =>
      all.map(({ prompted: { method, params }, state }) => ({
        method,
        params,
        state,
      })),
    reject: (given?: Prompts) => enter('reject', given, () => 'rejected'),
    hold(given?: Prompts): Hold {
      const held: ((reply: Reply) => void)[] = []
      const { promise: arrived, resolve: arrive } = deferred<Prompted>()
      const stop = enter('hold', given, (one) => {
        arrive(one.prompted)
        const { promise, resolve } = deferred<Reply>()
        held.push(resolve)
        return promise
      })
      const answer = (reply: Reply) => {
        stop()
        for (const settle of held.splice(0)) settle(reply)
      }
      return {
        arrived,
        release: (edits) =>
          answer({ edits: parseEdits('hold.release', edits), clicks: 1 }),
        reject: () => answer('rejected'),
      }
    },
    ignore(given: Prompts & { opensAgain?: boolean | undefined } = {}) {
      const { opensAgain, ...prompts } = readOptions('wallet.ignore', given, {
        ...fields,
        opensAgain: optional(boolean, false),
      })
      return enter('ignore', prompts, ({ prompted }) => {
        if (opensAgain) again = [...again, prompted]
        return 'ignored'
      })
    },
    edit(edits: Edits, given?: Prompts) {
      const approval = { edits: parseEdits('edit', edits), clicks: 1 } as const
      return enter('edit', given, () => approval)
    },
    approveTwice: (given?: Prompts) => enter('approveTwice', given, replyTwice),
    interrupt(act: () => unknown, given?: Prompts) {
      if (typeof act !== 'function')
        throw invalidParameters('wallet.interrupt', [
          {
            path: '',
            given: display(act),
            expected: 'a function, such as () => wallet.lock()',
          },
        ])
      return enter('interrupt', given, async () => {
        await act()
        return agreed
      })
    },
    /** Leaves no prompt about this node open, as without a connection. */
    end(node: WalletDoor) {
      for (const one of [...unanswered]) if (one.node === node) one.end()
    },
  }
}

const refusing: ReadonlySet<Plan['verb']> = new Set(['reject', 'ignore'])

function twice(reply: Reply): Reply {
  return typeof reply === 'object' ? { ...reply, clicks: 2 } : reply
}

/** How many prompts are listed. */
const kept = 1_000

/** Wallets open one window for these at a time. */
function isConnecting(method: PromptMethod): boolean {
  return (
    method === 'eth_requestAccounts' ||
    method === 'wallet_requestPermissions' ||
    method === 'wallet_connect'
  )
}

function deferred<value>() {
  let resolve: (value: value) => void = () => {}
  const promise = new Promise<value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const times: Validator<number | 'all'> = {
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
  return readOptions(`wallet.${verb}`, given, fields)
}

const { wei } = amounts.code
const editable = {
  nonce: optional(nonce, undefined),
  gas: optional(amounts.code.gas, undefined),
  gasPrice: optional(wei, undefined),
  maxFeePerGas: optional(wei, undefined),
  maxPriorityFeePerGas: optional(wei, undefined),
  value: optional(wei, undefined),
  data: optional(data, undefined),
}

function parseEdits(verb: string, given: unknown = {}): Edits {
  return Object.fromEntries(
    Object.entries(readOptions(`wallet.${verb}`, given, editable)).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
