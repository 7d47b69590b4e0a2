import type { Chain } from '../chain/chain.js'
import { expectBlock } from '../chain/intents/expectBlock.js'
import type { Imported } from '../chain/intents/importBlock.js'
import { preconfirm } from '../chain/intents/preconfirm.js'
import { setAccounts } from '../chain/intents/setAccounts.js'
import { setLag } from '../chain/intents/setLag.js'
import type { Sending, Sent } from '../chain/mempool/sending.js'
import type { AccountParameters } from '../chain/transaction.js'
import { addFault, type FaultId, liftLabel } from '../faults/faultState.js'
import { addRule } from '../faults/inclusion.js'
import type { Address, Hash } from '../hex/hex.js'
import type { CanonicalStep, FieldsOf, Timeless } from '../schema/step.js'
import type { SealAsParameters } from '../schema/steps/blockSteps.js'
import { hash as hashValue } from '../validation/values.js'
import { arrive } from './arrive.js'
import { drop } from './drop.js'
import { bindSealAs } from './names/bindSealAs.js'
import { findLabel } from './names/findLabel.js'
import { playBeat } from './playBeat.js'
import { importAt, reorgBy } from './replaceBlocks.js'
import { sealBlock } from './sealBlock.js'
import type { Moment, Plan } from './time/moment.js'
import { beatsBefore, offsetOf, type Timing } from './time/rhythm.js'
import { type Transition, transition } from './transition.js'

/** What is applied at one instant: a step, or what arrives by request. */
type AnyStep = CanonicalStep | SendStep

/** Nobody scripts it. */
type SendStep = { type: 'send'; sending: Sending }

export type StepType = AnyStep['type']

/** What it says beside its time and type. */
export type SaidBy<type extends StepType> = type extends 'send'
  ? Omit<SendStep, 'type'>
  : FieldsOf<Exclude<type, 'send'>>

/** What a step returns to the verb that it is applied for. */
type Results = {
  preconfirm: Hash
  fault: FaultId
  inclusion: FaultId
  importBlock: Imported
  send: Sent
}

export type ResultOf<type extends StepType> = type extends keyof Results
  ? Results[type]
  : undefined

type StepTransition<type extends StepType> = Transition & {
  readonly result?: ResultOf<type>
}

/**
 * Where a step comes from: the timeline's act before the beat of their instant,
 * verbs after it.
 */
export type Origin = 'timeline' | 'verb'

type StepFn<type extends StepType> = (
  moment: Moment,
  step: SaidBy<type>,
  timing: Timing,
  origin: Origin,
) => StepTransition<type>

/** How each step is applied; a new step is a new entry. */
const stepFns: { readonly [type in StepType]: StepFn<type> } = {
  preconfirm(moment, { transactionType: type, ...transaction }) {
    const queued = preconfirm(moment.chain, { ...transaction, type })
    const { hash } = queued.transaction
    return { ...withoutEvents(moment, { chain: queued.chain }), result: hash }
  },
  send: (moment, { sending }, timing) => arrive(moment, sending, timing),
  drop: (moment, step, timing) => drop(moment, timing, step),
  setBalance: (moment, { address, value }) =>
    set(moment, address, { balance: value }),
  setNonce: (moment, { address, nonce }) => set(moment, address, { nonce }),
  setCode: (moment, { address, bytecode }) =>
    set(moment, address, { code: bytecode }),
  setStorageAt: (moment, { address, index, value }) =>
    set(moment, address, { storage: { [index]: value } }),
  setContract: (moment, { contract }) =>
    set(moment, contract.address, moment.chain.config.accountOf(contract)),
  fault(moment, { fault, label }) {
    const { state, id } = addFault(moment.faults, fault, {
      since: moment.time,
      instant: moment.chain,
      label,
    })
    return { ...withoutEvents(moment, { faults: state }), result: id }
  },
  inclusion(moment, { rule }) {
    const { state, id } = addRule(moment.faults, rule)
    return { ...withoutEvents(moment, { faults: state }), result: id }
  },
  lift: (moment, { label }) =>
    withoutEvents(moment, { faults: liftLabel(moment.faults, label) }),
  importBlock: importAt,
  expectBlock: (moment, { hash }) =>
    withoutEvents(moment, { chain: expectBlock(moment.chain, hash) }),
  seal: (moment, _, timing, origin) => sealAt(moment, timing, origin),
  delaySeal: (moment, { ms }) =>
    planned(moment, { delay: moment.plan.delay + ms }),
  beats: (moment, { offsets }, timing, origin) =>
    planned(moment, { beats: replan(moment, timing, offsets, origin) }),
  sealAs: (moment, step, _, origin) =>
    planned(moment, {
      sealAs: [
        ...moment.plan.sealAs,
        {
          ...(origin === 'verb' ? seen(moment.chain, step) : step),
          at: moment.time,
        },
      ],
    }),
  reorg: reorgBy,
  setLag: (moment, step) =>
    withoutEvents(moment, { chain: setLag(moment.chain, step) }),
}

/** Applies a step at the time of `moment`: a verb is a step applied now. */
export function applyStep(
  moment: Moment,
  timing: Timing,
  step: Timeless<AnyStep>,
  origin: Origin,
): StepTransition<StepType> {
  const stepFn = stepFns[step.type] as StepFn<StepType>
  return stepFn(moment, step, timing, origin)
}

function withoutEvents(moment: Moment, change: Partial<Moment>): Transition {
  return transition({ ...moment, ...change })
}

function planned(moment: Moment, change: Partial<Plan>): Transition {
  return withoutEvents(moment, { plan: { ...moment.plan, ...change } })
}

/** The block that opens has its first beat, which for a step is to come. */
function sealAt(moment: Moment, timing: Timing, origin: Origin): Transition {
  const sealed = sealBlock(moment, timing)
  if (origin === 'timeline') return sealed
  const begun = playBeat(sealed.moment, timing)
  const events = [...sealed.events, ...begun.events]
  return transition(begun.moment, events, sealed.errors)
}

/**
 * Past beats stay; the new offsets replace those to come, of which the beat of
 * this instant is one for a step of the timeline.
 */
function replan(
  moment: Moment,
  timing: Timing,
  offsets: readonly number[],
  origin: Origin,
): number[] {
  const from = origin === 'timeline' ? moment.time : moment.time + 1
  const count = beatsBefore(from, moment, timing)
  return [
    ...Array.from({ length: count }, (_, at) => offsetOf(moment, timing, at)),
    ...[0, ...offsets].filter((offset) => offset >= from - moment.openedAt),
  ]
}

/**
 * The labels that a verb gives are those of transactions that it can see: a
 * timeline was held to its own when it was read.
 */
function seen(chain: Chain, step: SealAsParameters): SealAsParameters {
  return bindSealAs(step, (name) =>
    typeof name !== 'string' || hashValue.check(name).ok
      ? [name]
      : [findLabel(chain, name)],
  )
}

function set(
  moment: Moment,
  address: Address,
  change: AccountParameters,
): Transition {
  const chain = setAccounts(moment.chain, { [address]: change })
  return withoutEvents(moment, { chain })
}
