import type { Address } from '../../../src/base/hex/hex.js'
import type { Observer } from '../../../src/engine/observer.js'

type Watched = {
  readonly isCreation: boolean
  readonly isTop: boolean
  /** Whether value is to bring an account into being. */
  readonly revives: boolean
  /** What its parent had when it made this one. */
  readonly gasOfParent: bigint
  last: { readonly name: string; readonly gas: bigint } | undefined
}

const newAccount = 183_600n
const refusals = [
  'insufficient balance for transfer',
  'max call depth exceeded',
]

/**
 * Tells of an execution under Amsterdam whether @ethereumjs/vm 10.1.3 is known
 * to do something there that the EIPs have otherwise. Each has a case of its
 * own in amsterdam.test.ts:
 *
 * - A CREATE that is refused, or forbidden in a static frame, has to have the
 *   gas for an account all the same, or its address is listed.
 * - Authorizations without gas for all of them are undone, and listed.
 * - An address is not listed if there is no gas for its account.
 * - A transaction that halts gets back the gas that it had paid for an account.
 * - A call without gas for its target takes the reservoir of the transaction.
 * - A call that brings an account into being and halts keeps what that costs.
 */
export function watchDepartures(isDead: (address: Address) => boolean): {
  readonly observer: Observer
  readonly has: () => boolean
} {
  const frames: Watched[] = []
  let has = false
  return {
    has: () => has,
    observer: {
      enter({ type, to, value, depth }) {
        frames.push({
          isCreation: type.startsWith('CREATE'),
          isTop: depth === 0,
          revives: value > 0n && isDead(to),
          gasOfParent: frames.at(-1)?.last?.gas ?? 0n,
          last: undefined,
        })
      },
      step({ name, gas }) {
        const frame = frames.at(-1)
        if (frame !== undefined) frame.last = { name, gas }
        return undefined
      },
      exit({ error }) {
        const frame = frames.pop()
        if (frame === undefined || error === undefined) return
        const { isCreation, isTop, revives, gasOfParent, last } = frame
        const isHalt = error !== 'execution reverted'
        const atLast = error === 'out of gas' ? (last?.name ?? '') : ''
        const isPoor = gasOfParent < 2n * newAccount
        has ||= isCreation && isPoor && refusals.includes(error)
        has ||=
          error === 'write protection' && !!last?.name.startsWith('CREATE')
        has ||= isTop && atLast === '' && error === 'out of gas'
        has ||= isHalt && isTop && (isCreation || revives)
        has ||= isHalt && !isTop && !isCreation && revives
        has ||= atLast.startsWith('CREATE') || atLast.endsWith('CALL')
      },
    },
  }
}
