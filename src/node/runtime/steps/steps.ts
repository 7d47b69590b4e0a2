import type { RolesOf } from '../names/roles.js'
import { type AnnounceBlockStep, announceBlock } from './announceBlock.js'
import {
  type DisconnectSocketsStep,
  type DisconnectSocketsVerb,
  disconnectSockets,
  disconnectSocketsNames,
} from './disconnectSockets.js'
import { type DropStep, type DropVerb, drop, dropNames } from './drop.js'
import { type FaultStep, type FaultVerb, fault, faultNames } from './fault.js'
import {
  type ImportBlockStep,
  type ImportBlockVerb,
  importBlock,
} from './importBlock.js'
import {
  type InclusionStep,
  type InclusionVerb,
  inclusion,
  inclusionNames,
} from './inclusion.js'
import type { StepFile } from './internal/stepFile.js'
import { type LiftStep, lift, liftNames } from './lift.js'
import { type PlanBeatsStep, planBeats } from './planBeats.js'
import {
  type PlanSealStep,
  type PlanSealVerb,
  planSeal,
  planSealNames,
} from './planSeal.js'
import {
  type PreconfirmStep,
  type PreconfirmVerb,
  preconfirm,
  preconfirmNames,
} from './preconfirm.js'
import { type ReorgStep, type ReorgVerb, reorg, reorgNames } from './reorg.js'
import { type SealStep, type SealVerb, seal } from './seal.js'
import {
  type SetBalanceStep,
  type SetBalanceVerb,
  setBalance,
} from './setBalance.js'
import {
  type SetCadenceStep,
  type SetCadenceVerb,
  setCadence,
} from './setCadence.js'
import { type SetCodeStep, type SetCodeVerb, setCode } from './setCode.js'
import {
  type SetContractStep,
  type SetContractVerb,
  setContract,
  setContractNames,
} from './setContract.js'
import {
  type SetFinalityLagStep,
  type SetFinalityLagVerb,
  setFinalityLag,
} from './setFinalityLag.js'
import { type SetNonceStep, type SetNonceVerb, setNonce } from './setNonce.js'
import {
  type SetStorageAtStep,
  type SetStorageAtVerb,
  setStorageAt,
} from './setStorageAt.js'

/**
 * One scripted act, at an instant.
 *
 * @example
 * const steps: Step[] = [
 *   { at: 0, type: 'preconfirm', label: 'pay', from: alice, to: bob, value: 1n },
 *   { at: 600, type: 'drop', transaction: 'pay' },
 * ]
 */
export type Step = {
  /** ms since the node was created */
  at: number
} & (
  | PreconfirmStep
  | DropStep
  | SetBalanceStep
  | SetNonceStep
  | SetCodeStep
  | SetStorageAtStep
  | SetContractStep
  | FaultStep
  | InclusionStep
  | LiftStep
  | ImportBlockStep
  | AnnounceBlockStep
  | SealStep
  | PlanBeatsStep
  | PlanSealStep
  | ReorgStep
  | SetFinalityLagStep
  | DisconnectSocketsStep
  | SetCadenceStep
)

/**
 * A step that acts at once, as `node.apply` takes it.
 *
 * @example
 * node.apply({ type: 'reorg', depth: 2 })
 */
export type StepNow = Timeless<Step>

type Timeless<step> = step extends unknown ? Omit<step, 'at'> : never

/** The verbs that apply a step at once. */
export type StepVerbs = PreconfirmVerb &
  DropVerb &
  SetBalanceVerb &
  SetNonceVerb &
  SetCodeVerb &
  SetStorageAtVerb &
  SetContractVerb &
  FaultVerb &
  InclusionVerb &
  ImportBlockVerb &
  SealVerb &
  PlanSealVerb &
  ReorgVerb &
  SetFinalityLagVerb &
  DisconnectSocketsVerb &
  SetCadenceVerb

/** Every type of step, in the order in which messages list them. */
export const steps = {
  preconfirm,
  drop,
  setBalance,
  setNonce,
  setCode,
  setStorageAt,
  setContract,
  fault,
  inclusion,
  lift,
  importBlock,
  announceBlock,
  seal,
  planBeats,
  planSeal,
  reorg,
  setFinalityLag,
  disconnectSockets,
  setCadence,
} satisfies {
  [type in Step['type']]: StepFile & {
    readonly type: type
    readonly verb?: { readonly name: keyof StepVerbs }
  }
}

/** The names in the fields of steps; presets load this alone. */
export const names: {
  readonly [type in Step['type'] as keyof NamesOf<type> extends never
    ? never
    : type]: NamesOf<type>
} = {
  preconfirm: preconfirmNames,
  drop: dropNames,
  setContract: setContractNames,
  fault: faultNames,
  inclusion: inclusionNames,
  lift: liftNames,
  planSeal: planSealNames,
  reorg: reorgNames,
  disconnectSockets: disconnectSocketsNames,
}

type NamesOf<type> = RolesOf<Extract<Step, { type: type }>>
