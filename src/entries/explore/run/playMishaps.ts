import { isPresealError } from '../../../base/errors/errors.js'
import type { MockNode, Step, StepNow } from '../../../index.js'
import type { Wallet } from '../../wallet/index.js'
import type { Mishap, UserAct } from '../model/mishap.js'
import { failInnerCall } from './failInnerCall.js'

/** The outcomes of the mishaps of a run. */
export type Played = {
  /** Mishaps that did not fit the moment. */
  readonly misfits: ReadonlySet<Mishap>
  /** When a call within Multicall3 failed. */
  readonly failed: ReadonlyMap<Mishap, number>
}

/** Makes the mishaps of a run happen. */
export function playMishaps(
  mishaps: readonly Mishap[],
  {
    nodes,
    wallet,
    now,
    after,
  }: {
    readonly nodes: readonly MockNode[]
    readonly wallet: Wallet
    /** ms since the start. */
    readonly now: () => number
    /** Calls back that many ms after the start. */
    readonly after: (ms: number, callback: () => void) => void
  },
): Played {
  const misfits = new Set<Mishap>()
  const failed = new Map<Mishap, number>()

  /** A step is total: what does not fit the moment is left out. */
  function attempt(mishap: Mishap, act: () => unknown) {
    const miss = (error: unknown) => {
      if (!isPresealError(error)) throw error
      misfits.add(mishap)
    }
    try {
      const acted = act()
      if (acted instanceof Promise) acted.catch(miss)
    } catch (error) {
      miss(error)
    }
  }

  mishaps.forEach((mishap, index) => {
    const node = nodeOf(mishap, nodes)
    for (const step of mishap.steps ?? [])
      at(step.at, () => {
        if (node === undefined) misfits.add(mishap)
        else attempt(mishap, () => node.apply(labelled(step, index)))
      })
    const { user, innerCall } = mishap
    if (innerCall !== undefined && node !== undefined)
      failInnerCall(node, innerCall, () => failed.set(mishap, now()))
    if (user?.type === 'reject') {
      const { method, skip } = user
      wallet.reject({ methods: [method], skip })
    } else if (user !== undefined)
      at(user.at, () => attempt(mishap, () => act(wallet, user)))
  })
  return { misfits, failed }

  function at(ms: number, callback: () => void) {
    if (ms === 0) callback()
    else after(ms, callback)
  }
}

/** The label of a mishap's faults, to find them among those that acted. */
export function labelOf(index: number): string {
  return `mishap ${index + 1}`
}

function nodeOf({ chainId }: Mishap, nodes: readonly MockNode[]) {
  return chainId === undefined
    ? nodes[0]
    : nodes.find(({ chain }) => chain.id === chainId)
}

function labelled({ at: _, ...step }: Step, index: number): StepNow {
  const label = labelOf(index)
  if (step.type === 'fault') return { ...step, label }
  return step.type === 'inclusion'
    ? { ...step, rule: { ...step.rule, label } }
    : step
}

function act(wallet: Wallet, user: Exclude<UserAct, { type: 'reject' }>) {
  switch (user.type) {
    case 'switchAccount':
      return wallet.switchAccount(
        wallet.accounts[user.account] ?? wallet.account,
      )
    case 'switchChain':
      return wallet.switchChain(user.chainId)
    case 'disconnect':
      return wallet.disconnect()
    case 'speedUp':
      return wallet.speedUp()
    case 'cancel':
      return wallet.cancel()
  }
}
