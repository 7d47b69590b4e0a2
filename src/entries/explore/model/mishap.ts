import type { Address, Hex, Step } from '../../../index.js'
import type { PromptMethod } from '../../wallet/index.js'

/** One thing that goes wrong, once: a network that errs, or a user. */
export type Mishap = {
  readonly kind: MishapKind
  /** In words, by which it can be run again alone. */
  readonly name: string
  /** Of the node that it is for; the first one's by default. */
  readonly chainId?: number | undefined
  /** What the node does, as a scenario has it. */
  readonly steps?: readonly Step[] | undefined
  /** What the user does. */
  readonly user?: UserAct | undefined
  /** Of the calls within Multicall3, one that fails alone. */
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

/** What a wallet's user does, `at` ms since the node was created. */
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
