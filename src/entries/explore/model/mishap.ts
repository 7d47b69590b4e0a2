import type { Address, Hex, Step } from '../../../index.js'
import type { PromptMethod } from '../../wallet/index.js'

/** One thing that goes wrong, once: a network that errs, or a user. */
export type Mishap = {
  readonly kind: MishapKind
  /** In words, by which it can be run again alone. */
  readonly name: string
  /** Id of the chain whose node it is for; the first node's by default. */
  readonly chainId?: number | undefined
  /** Steps of the node, as in a scenario. */
  readonly steps?: readonly Step[] | undefined
  /** Act of the user. */
  readonly user?: UserAct | undefined
  /** The one call within Multicall3 that fails alone. */
  readonly innerCall?: InnerCallAt | undefined
  /** How many ms after the node the application starts. */
  readonly phase?: number | undefined
}

/** A call within Multicall3, wherever that travels. */
export type InnerCallAt = {
  readonly to: Address
  readonly selector: Hex
  /** How many like it succeed first. */
  readonly skip: number
}

/** An act of a wallet's user, `at` ms since the node was created. */
export type UserAct =
  | {
      readonly type: 'reject'
      readonly method: PromptMethod
      /** How many such questions the user agrees to first. */
      readonly skip: number
    }
  | {
      readonly type: 'switchAccount'
      readonly at: number
      /** Its place among the wallet's accounts. */
      readonly account: number
    }
  | {
      readonly type: 'switchChain'
      readonly at: number
      readonly chainId: number
    }
  | {
      readonly type: 'speedUp' | 'cancel' | 'disconnect'
      readonly at: number
    }

/** Every kind, in the order in which a report lists them. */
export const mishapKinds = [
  'late',
  'failed',
  'empty',
  'old',
  'otherBlock',
  'lost',
  'never',
  'delayed',
  'dropped',
  'omitted',
  'reverted',
  'replaced',
  'reorged',
  'sealedLate',
  'reordered',
  'refused',
  'switched',
  'phase',
  'cut',
  'missed',
  'doubled',
  'jittered',
  'diverged',
  'disconnected',
  'migrated',
] as const

export type MishapKind = (typeof mishapKinds)[number]
