import * as z from 'zod/mini'
import {
  type OwnField,
  ownFields,
  scriptedTypes,
  type TransactionType,
} from '../../base/codec/transactionTypes.js'
import { display } from '../../base/hex/display.js'
import {
  amounts,
  type Dialect,
  displayIn,
} from '../../base/validation/amounts.js'
import type { Refuse } from '../../base/validation/problem.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import type { PreconfirmParameters } from '../../chain/model/transaction.js'
import { transferGas } from '../../engine/gas.js'
import { accounts } from './accounts.js'
import { list, object, rule, value } from './schema.js'

export const transactionType = () => value(values.oneOf(...scriptedTypes))

/** The fields of a transaction but its type: a step has another `type`. */
export const transactionFields = (dialect: Dialect) => {
  const anAddress = value(address)
  const data = z.optional(value(values.data))
  const gas = z.optional(value(amounts[dialect].gas))
  const hash = value(values.hash)
  const natural = value(values.natural)
  const nonce = value(values.nonce)
  const wei = z.optional(value(amounts[dialect].wei))
  const weiPerGas = z.optional(value(amounts[dialect].weiPerGas))
  const word = z.optional(value(values.word))
  return {
    from: anAddress,
    to: z.optional(z.nullable(anAddress)),
    value: wei,
    nonce: z.optional(nonce),
    gas,
    data,
    gasPrice: weiPerGas,
    maxFeePerGas: weiPerGas,
    maxPriorityFeePerGas: weiPerGas,
    accessList: z.optional(
      list(
        object(z.strictObject({ address: anAddress, storageKeys: list(hash) })),
      ),
    ),
    authorizationList: z.optional(
      list(
        object(
          z.strictObject({
            chainId: natural,
            address: anAddress,
            nonce,
            r: word,
            s: word,
            yParity: z.optional(value(values.yParity)),
            v: z.optional(value(amounts[dialect].wei)),
          }),
        ),
      ),
    ),
    blobGasUsed: gas,
    execute: z.optional(value(values.boolean)),
    ...effectFields(dialect),
    l1: z.optional(object(z.strictObject(l1Fees(dialect)))),
    label: z.optional(value(values.nonEmptyText)),
    sourceHash: z.optional(hash),
    mint: wei,
    isSystemTx: z.optional(value(values.boolean)),
  } satisfies {
    [field in Exclude<keyof PreconfirmParameters, 'type'>]-?: unknown
  }
}

/** A transaction's effects, which a seal may amend. */
export const effectFields = (dialect: Dialect) => ({
  gasUsed: z.optional(value(amounts[dialect].gas)),
  logs: z.optional(
    list(
      object(
        z.strictObject({
          address: value(address),
          topics: z.optional(list(value(values.hash))),
          data: z.optional(value(values.data)),
        }),
      ),
    ),
  ),
  status: z.optional(value(values.oneOf('success', 'reverted'))),
  changes: z.optional(accounts(dialect)),
})

const l1Fees = (dialect: Dialect) => {
  const wei = z.optional(value(amounts[dialect].wei))
  const count = z.optional(value(amounts[dialect].gas))
  return {
    l1Fee: wei,
    l1GasUsed: count,
    l1GasPrice: wei,
    l1BaseFeeScalar: count,
    l1BlobBaseFee: wei,
    l1BlobBaseFeeScalar: count,
  }
}

/** As clients forward requests: null means left out. */
export const preconfirmSchema = (dialect: Dialect) => {
  const fields = {
    ...transactionFields(dialect),
    type: z.optional(transactionType()),
  }
  const { from, to, ...optional } = fields
  return object(
    z.strictObject(fields).check(rule(checkTransaction('type', dialect))),
    'a transaction object, such as { from, to, value }',
    (key) => Object.hasOwn(optional, key),
  )
}

/** Advice about a field that the type does not have. */
const advice: { readonly [field in OwnField]: (typeKey: string) => string } = {
  gasPrice: (key) => `Write "maxFeePerGas", or ${key}: "legacy".`,
  maxFeePerGas: leaveOut('eip1559'),
  maxPriorityFeePerGas: leaveOut('eip1559'),
  accessList: leaveOut('eip2930'),
  authorizationList: leaveOut('eip7702'),
  sourceHash: leaveOut('deposit'),
  mint: leaveOut('deposit'),
  isSystemTx: leaveOut('deposit'),
}

const ownFieldNames = Object.keys(advice) as OwnField[]

function leaveOut(orType: TransactionType) {
  return (typeKey: string) => `Leave it out, or write ${typeKey}: "${orType}".`
}

/** The rules between a transaction's fields. */
export const checkTransaction =
  (typeKey: 'type' | 'transactionType', dialect: Dialect) =>
  (transaction: PreconfirmParameters, refuse: Refuse) => {
    const type = transaction.type ?? 'eip1559'
    const typed = `${typeKey} ${display(type)}${
      transaction.type === undefined ? ', the default' : ''
    }`
    const nothing = `nothing with ${typed}`
    const own: readonly OwnField[] = ownFields(type)
    for (const field of ownFieldNames)
      if (transaction[field] !== undefined && !own.includes(field))
        refuse({
          path: [field],
          given: displayIn(dialect, transaction[field]),
          expected: nothing,
          advice: advice[field](typeKey),
        })
    if (transaction.l1 !== undefined && type === 'deposit')
      refuse({
        path: ['l1'],
        given: displayIn(dialect, transaction.l1),
        expected: nothing,
        advice: 'Deposits pay nothing for L1 data.',
      })

    const { gasUsed = transferGas, gas = gasUsed, maxFeePerGas } = transaction
    if (transaction.execute) refuseEffects(transaction, dialect, refuse)
    else if (gas < gasUsed)
      refuse({
        path: ['gas'],
        given: displayIn(dialect, gas),
        expected: `at least "gasUsed", which is ${displayIn(dialect, gasUsed)}`,
        advice: 'Raise "gas", or lower "gasUsed".',
      })
    const { maxPriorityFeePerGas: tip = 0n } = transaction
    if (maxFeePerGas !== undefined && maxFeePerGas < tip)
      refuse({
        path: ['maxFeePerGas'],
        given: displayIn(dialect, maxFeePerGas),
        expected: `at least "maxPriorityFeePerGas", which is ${displayIn(dialect, tip)}`,
      })

    // It creates nothing, and is hardly meant: null says that it is.
    const { to, data = '0x' } = transaction
    if (to === undefined && data === '0x' && type !== 'eip7702')
      refuse({
        path: ['to'],
        given: 'missing',
        expected: 'an address, or "data" that creates a contract',
        advice: 'Write to: null if neither is meant.',
      })
    if (type === 'eip7702' && typeof transaction.to !== 'string')
      refuse({
        path: ['to'],
        given: transaction.to === null ? 'null' : 'missing',
        expected: `an address with ${typed}`,
        advice: 'EIP-7702 transactions create no contract.',
      })
    if (type === 'eip7702' && !transaction.authorizationList?.length)
      refuse({
        path: ['authorizationList'],
        given: transaction.authorizationList ? 'an empty array' : 'missing',
        expected: `at least one authorization with ${typed}`,
      })

    transaction.logs?.forEach(({ topics = [] }, index) => {
      if (topics.length > 4)
        refuse({
          path: ['logs', index, 'topics'],
          given: `an array of ${topics.length}`,
          expected: 'at most 4 topics',
        })
    })
    if (transaction.status === 'reverted') {
      const { logs = [], changes = {} } = transaction
      if (logs.length > 0)
        refuse({ ...undone, path: ['logs'], given: display(logs) })
      if (Object.keys(changes).length > 0)
        refuse({ ...undone, path: ['changes'], given: display(changes) })
    }
  }

const effects = ['gasUsed', 'status', 'logs', 'changes'] as const

function refuseEffects(
  transaction: PreconfirmParameters,
  dialect: Dialect,
  refuse: Refuse,
) {
  for (const field of effects)
    if (transaction[field] !== undefined)
      refuse({
        path: [field],
        given: displayIn(dialect, transaction[field]),
        expected: 'nothing with execute: true',
        advice: 'Leave it out: the execution decides it.',
      })
}

const undone = {
  expected: 'nothing with status "reverted"',
  advice: 'A reverted transaction only pays its fee and uses its nonce.',
}
