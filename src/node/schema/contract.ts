import * as z from 'zod/mini'
import { type Address, type Issue, refuse } from '../../base/hex/hex.js'
import { amounts, type Dialect } from '../../base/validation/amounts.js'
import { readEntries } from '../../base/validation/read.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Native } from '../../engine/engine.js'
import { noAddress, storage } from './accounts.js'
import { anyType, byHand, object, type Schema, value } from './schema.js'

/** A contract without bytecode; JSON cannot hold functions. */
export const contract = (dialect: Dialect) =>
  object(
    anyType<ReturnType<typeof erc20 | typeof native>>(
      {
        erc20: erc20(dialect),
        ...(dialect === 'code' && { native: native() }),
      },
      advise[dialect],
    ),
    'a contract, such as { type: "erc20", address, symbol }',
  ) as Schema<Contract>

/** The result of `preseal/contracts`, which nobody writes by hand. */
const advise = {
  code: (type: unknown) =>
    type === 'erc721'
      ? "Give erc721({ address, symbol, … }), imported from 'preseal/contracts'."
      : type === undefined
        ? "Give contract({ address, abi, functions }), imported from 'preseal/contracts'."
        : undefined,
  json: (type: unknown) =>
    type === 'erc721' || type === 'native'
      ? 'It is made of functions, which JSON does not hold: give it in code, by node.setContract.'
      : undefined,
}

const erc20 = (dialect: Dialect) =>
  z.strictObject({
    type: z.literal('erc20'),
    address: value(address),
    symbol: value(values.text),
    name: z.optional(value(values.text)),
    decimals: z.optional(
      value(values.integer(0, 255, 'an integer from 0 to 255')),
    ),
    balances: z.optional(balances(dialect)),
    owner: z.optional(value(address)),
  })

const native = () =>
  z.strictObject({
    type: z.literal('native'),
    address: value(address),
    native: value<Native>({
      check: (given) =>
        values.isFunction(given)
          ? { ok: true, value: given as Native }
          : refuse(given, 'a function that answers calls'),
    }),
    storage: z.optional(storage()),
  })

const balancesShape = 'an object of amounts by holder'
const end = 2n ** 256n

/** By hand, since there may be many, and for their sum. */
const balances = (dialect: Dialect) => {
  const amount = amounts[dialect].tokens
  return byHand<{ [holder: Address]: bigint }>(
    (given, refuse) => {
      const held: { [holder: Address]: bigint } = {}
      let sum = 0n
      const refusal = readEntries(given, balancesShape, (key, part) => {
        const holder = address.check(key)
        const checked = amount.check(part)
        if (!holder.ok) refuse({ ...holder, path: [key], given: noAddress })
        else if (holder.value in held)
          refuse({ path: [key], given: 'a second entry', expected: 'one' })
        else if (!checked.ok) refuse({ ...checked, path: [key] })
        else {
          held[holder.value] = checked.value
          sum += checked.value
        }
      })
      if (refusal !== undefined) return refuse(refusal)
      if (sum >= end)
        refuse({
          given: `balances of ${sum} in sum`,
          expected: 'a total supply below 2^256',
        })
      return held
    },
    () => ({
      type: 'object',
      propertyNames: address.json,
      additionalProperties: amount.json,
    }),
  )
}

/** Each has its address to itself. */
export function checkContracts({
  accounts,
  contracts,
}: {
  readonly accounts: AccountsParameters
  readonly contracts: readonly Contract[]
}): Issue[] {
  const refusals: Issue[] = []
  const seen = new Set<Address>()
  for (const [index, { address }] of contracts.entries()) {
    const path = ['contracts', index, 'address']
    if (seen.has(address))
      refusals.push({
        path,
        given: `a second contract at ${address}`,
        expected: 'one for each address',
      })
    seen.add(address)
    if (accounts[address]?.code !== undefined)
      refusals.push({
        path,
        given: `${address}, for which "accounts" has code`,
        expected: 'an address without code of its own',
      })
  }
  return refusals
}
