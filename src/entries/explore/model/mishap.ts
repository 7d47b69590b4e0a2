import type { Address, Hex, Step } from '../../../index.js'
import type { PromptMethod } from '../../wallet/index.js'

/**
 * One thing that goes wrong, once: a failure of the network or an act of the
 * user.
 */
export type Mishap = {
  readonly kind: MishapKind
  /** A description; `only` runs this mishap alone by it. */
  readonly name: string
  /** Chain id of the node that it is for; default the first node's */
  readonly chainId?: number | undefined
  /** Steps for the node, as in a scenario. */
  readonly steps?: readonly Step[] | undefined
  /** An act of the user. */
  readonly user?: UserAct | undefined
  /** The one call inside Multicall3 that fails. */
  readonly innerCall?: InnerCallAt | undefined
  /** ms after the node's creation at which the application starts. */
  readonly phase?: number | undefined
}

/** A call inside Multicall3, whatever sends it. */
export type InnerCallAt = {
  readonly to: Address
  readonly selector: Hex
  /** How many matching calls succeed first. */
  readonly skip: number
}

/** An act of a wallet's user, `at` ms since the node was created. */
export type UserAct =
  | {
      readonly type: 'reject'
      readonly method: PromptMethod
      /** How many such prompts the user approves first. */
      readonly skip: number
    }
  | {
      readonly type: 'switchAccount'
      readonly at: number
      /** Index in the wallet's accounts. */
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

/** Every kind of mishap, in the order of a report. */
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
  'revertedAtSeal',
  'replaced',
  'reorged',
  'sealedLate',
  'reordered',
  'rejected',
  'switched',
  'phase',
  'cut',
  'missed',
  'doubled',
  'jittered',
  'receiptDiverged',
  'disconnected',
  'fasterBlocks',
] as const

export type MishapKind = (typeof mishapKinds)[number]
