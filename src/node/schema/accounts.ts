import type { Address, Hex, Issue, Nonce, Result } from '../../base/hex/hex.js'
import {
  amounts,
  type Dialect,
  displayIn,
} from '../../base/validation/amounts.js'
import { type Refuse, unknownKey } from '../../base/validation/problem.js'
import { readEntries } from '../../base/validation/read.js'
import {
  address,
  data,
  type JsonSchema,
  nonce as nonceValue,
  word,
} from '../../base/validation/values.js'
import type {
  AccountParameters,
  AccountsParameters,
} from '../../chain/model/transaction.js'
import { byHand } from './schema.js'

const keys = ['balance', 'nonce', 'code', 'storage']
export const noAddress = 'a key that is not an address'
const accountShape = `an object { ${keys.join(', ')} }`
const storageShape = 'an object of values by storage slot'

const storageJson: JsonSchema = {
  type: 'object',
  propertyNames: word.json,
  additionalProperties: word.json,
}

const toJson = (dialect: Dialect): JsonSchema => ({
  type: 'object',
  propertyNames: address.json,
  additionalProperties: {
    type: 'object',
    properties: {
      balance: amounts[dialect].wei.json,
      nonce: nonceValue.json,
      code: data.json,
      storage: storageJson,
    },
    additionalProperties: false,
  },
})

/** Accounts by address, without zod: there may be a hundred thousand. */
export const accounts = (dialect: Dialect) =>
  byHand<AccountsParameters>(
    (given, refuse) => {
      const target: { [address: Address]: AccountParameters } = {}
      const refusal = readEntries(
        given,
        `an object of accounts by address, each ${accountShape}`,
        (key, value) => {
          const owner = address.check(key)
          if (!owner.ok) refuse({ ...owner, path: [key], given: noAddress })
          else if (owner.value in target)
            refuse({ path: [key], ...second(owner.value) })
          else
            target[owner.value] = parseAccount(
              value,
              dialect,
              ({ path = [], ...inner }) =>
                refuse({ path: [key, ...path], ...inner }),
            )
        },
      )
      return refusal === undefined ? target : refuse(refusal)
    },
    () => toJson(dialect),
  )

function parseAccount(
  given: unknown,
  dialect: Dialect,
  refuse: Refuse,
): AccountParameters {
  let balance: bigint | undefined
  let nonce: Nonce | undefined
  let code: Hex | undefined
  let storage: AccountParameters['storage']
  const refusal = readEntries(given, accountShape, (key, value) => {
    switch (key) {
      case 'balance':
        balance = take(amounts[dialect].wei.check(value), key, refuse)
        break
      case 'nonce':
        nonce = take(nonceValue.check(value), key, refuse)
        break
      case 'code':
        code = take(data.check(value), key, refuse)
        break
      case 'storage':
        storage = parseStorage(value, ({ path = [], ...inner }) =>
          refuse({ path: ['storage', ...path], ...inner }),
        )
        break
      default:
        refuse({ path: [key], ...unknownKey(key, keys) })
    }
  })
  if (refusal !== undefined)
    refuse({
      ...refusal,
      advice: amounts[dialect].wei.check(given).ok
        ? `Write { balance: ${displayIn(dialect, given)} }.`
        : refusal.advice,
    })
  // One order, whatever the order in which they were given.
  const account: AccountParameters = {}
  if (balance !== undefined) account.balance = balance
  if (nonce !== undefined) account.nonce = nonce
  if (code !== undefined) account.code = code
  if (storage !== undefined) account.storage = storage
  return account
}

/** Words by slot. */
export const storage = () =>
  byHand<{ [slot: Hex]: Hex }>(
    (given, refuse) => parseStorage(given, refuse),
    () => storageJson,
  )

function parseStorage(given: unknown, refuse: Refuse) {
  const target: { [slot: Hex]: Hex } = {}
  const refusal = readEntries(given, storageShape, (key, value) => {
    const path = [key]
    const slot = word.check(key)
    const held = word.check(value)
    if (!slot.ok)
      refuse({
        path,
        given: 'a key that is not a storage slot',
        expected: slot.expected,
      })
    else if (slot.value in target) refuse({ path, ...second(slot.value) })
    else if (!held.ok) refuse({ ...held, path })
    else target[slot.value] = held.value
  })
  if (refusal !== undefined) refuse(refusal)
  return target
}

function take<value>(checked: Result<value>, key: string, refuse: Refuse) {
  if (checked.ok) return checked.value
  refuse({ ...checked, path: [key] })
  return undefined
}

function second(canonical: string): Issue {
  return {
    given: `a second entry for ${canonical}`,
    expected: 'one',
    advice: 'Letter case and leading zeros make no difference: remove one.',
  }
}
