import type {
  AccountParameters,
  AccountsParameters,
} from '../chain/transaction.js'
import type { Address, Hex } from '../hex/hex.js'
import { parseAddress, parseData, parseWord } from '../hex/parse.js'
import { amounts, type Dialect } from './amounts.js'
import { type Refusal, unknownKey } from './problem.js'
import { readEntries } from './read.js'
import { byHand } from './schema.js'
import { type Checked, natural } from './values.js'

type Refuse = (refusal: Refusal) => void

const keys = ['balance', 'nonce', 'code', 'storage']
const accountShape = `an object { ${keys.join(', ')} }`
const storageShape = 'an object of values by storage slot'

/** Accounts by address, read by hand: there may be a hundred thousand. */
export const accounts = (dialect: Dialect) =>
  byHand<AccountsParameters>((given, refuse) => {
    const target: { [address: Address]: AccountParameters } = {}
    const refusal = readEntries(
      given,
      'an object of accounts by address',
      (key, value) => {
        const address = parseAddress(key)
        if (!address.ok)
          refuse({
            path: [key],
            given: 'a key that is no address',
            expected: address.expected,
          })
        else if (address.value in target)
          refuse({ path: [key], ...second(address.value) })
        else
          target[address.value] = readAccount(
            value,
            dialect,
            ({ path = [], ...inner }) =>
              refuse({ path: [key, ...path], ...inner }),
          )
      },
    )
    return refusal === undefined ? target : refuse(refusal)
  })

function readAccount(
  given: unknown,
  dialect: Dialect,
  refuse: Refuse,
): AccountParameters {
  const target: AccountParameters = {}
  const refusal = readEntries(given, accountShape, (key, value) => {
    switch (key) {
      case 'balance':
        target.balance = take(amounts[dialect].wei(value), key, refuse)
        break
      case 'nonce':
        target.nonce = take(natural(value), key, refuse)
        break
      case 'code':
        target.code = take(parseData(value), key, refuse)
        break
      case 'storage':
        target.storage = readStorage(value, refuse)
        break
      default:
        refuse({ path: [key], ...unknownKey(key, keys) })
    }
  })
  if (refusal !== undefined) refuse(refusal)
  return target
}

function readStorage(given: unknown, refuse: Refuse) {
  const target: { [slot: Hex]: Hex } = {}
  const refusal = readEntries(given, storageShape, (key, value) => {
    const path = ['storage', key]
    const slot = parseWord(key)
    const word = parseWord(value)
    if (!slot.ok)
      refuse({
        path,
        given: 'a key that is no storage slot',
        expected: slot.expected,
      })
    else if (slot.value in target) refuse({ path, ...second(slot.value) })
    else if (!word.ok)
      refuse({ path, given: word.given, expected: word.expected })
    else target[slot.value] = word.value
  })
  if (refusal !== undefined) refuse({ path: ['storage'], ...refusal })
  return target
}

function take<value>(checked: Checked<value>, key: string, refuse: Refuse) {
  if (checked.ok) return checked.value
  refuse({ ...checked, path: [key] })
  return undefined
}

function second(canonical: string): Refusal {
  return {
    given: `a second entry for ${canonical}`,
    expected: 'one',
    advice: 'Letter case and leading zeros make no difference: remove one.',
  }
}
