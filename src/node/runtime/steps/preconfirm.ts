import * as z from 'zod/mini'
import type { TransactionType } from '../../../base/codec/transactionTypes.js'
import type { Hash } from '../../../base/hex/hex.js'
import { preconfirm as queue } from '../../../chain/admission/preconfirm.js'
import type { PreconfirmParameters } from '../../../chain/model/transaction.js'
import {
  checkTransaction,
  preconfirmSchema,
  transactionFields,
  transactionType,
} from '../../schema/preconfirm.js'
import type { RolesOf } from '../names/roles.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type PreconfirmStep = {
  type: 'preconfirm'
  /** The transaction's type (`type` is the step's); default `'eip1559'` */
  transactionType?: TransactionType | undefined
} & Omit<PreconfirmParameters, 'type'>

export type PreconfirmVerb = {
  /**
   * Queues a transaction for the next beat and returns its hash.
   *
   * @example
   * const hash = node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
   * node.nextBeat() // now in the pending block
   *
   * @param transaction - `value` in wei; `gasUsed` defaults to 21,000. A null
   * field is absent, as in ethers; a null `to` creates a contract. Without `to`,
   * `data` is required.
   * @returns 32-byte transaction hash (EIP-2718 envelope).
   * @throws InsufficientBalanceError when `from` cannot pay value and fee.
   * @throws NonceError when `nonce` is not the next one of `from`.
   * @throws ChainRuleError when an account would reach 2^256 wei or the nonce
   * 2^53.
   * @throws GasLimitError when no block has room for `gas`, or when it is
   * executed and costs more, or no node would accept as much.
   * @throws KnownTransactionError when the node already has the same
   * transaction.
   * @throws NoEngineError when it is executed and reaches bytecode without an
   * engine.
   * @throws GasLimitError when it is executed and creates a contract from
   * more bytes than any node accepts.
   * @throws UnknownStateError when it needs state that an import left unknown.
   * @throws InvalidParametersError when a field is malformed.
   */
  preconfirm(transaction: OrNull<PreconfirmParameters>): Hash
}

/** The same, if what may be absent may be null instead. */
type OrNull<fields> = {
  [name in keyof fields]: undefined extends fields[name]
    ? fields[name] | null
    : fields[name]
}

export const preconfirmNames: RolesOf<PreconfirmStep> = { label: 'label' }

export const preconfirm = {
  type: 'preconfirm',
  fields: (dialect) => ({
    transactionType: z.optional(transactionType()),
    ...transactionFields(dialect),
  }),
  check: ({ transactionType: type, ...transaction }, refuse, dialect) =>
    checkTransaction('transactionType', dialect)(
      { ...transaction, type },
      refuse,
    ),
  apply(moment, { transactionType: type, ...transaction }) {
    const {
      chain,
      transaction: queued,
      effects,
    } = queue(moment.chain, {
      ...transaction,
      type,
    })
    return {
      // The queue has announced all that its sender can send now.
      moment: { ...moment, chain },
      effects,
      errors: [],
      result: queued.hash,
    }
  },
  verb: {
    name: 'preconfirm',
    parameter: preconfirmSchema,
    toStep: ({
      type: transactionType,
      ...transaction
    }: PreconfirmParameters) => ({ transactionType, ...transaction }),
  },
} as const satisfies StepWithVerb<PreconfirmStep, PreconfirmVerb, Hash>
