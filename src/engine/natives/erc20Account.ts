import { address } from '../../base/abi/abi.js'
import {
  type Address,
  type Hash,
  type Hex,
  toWord,
} from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { remember } from '../../base/memo/memo.js'
import type { Erc20Contract } from '../contract.js'
import type { Native } from '../engine.js'
import { balanceSlot, erc20, erc20Slots } from './erc20.js'
import { slotsOfText } from './functions/slots.js'

const prefix = `0xfe${encodeText('erc20').slice(2)}`

/** Its code says what is in no slot, so that whoever finds it can run it. */
export function erc20Account(token: Erc20Contract): {
  code: Hex
  storage: { [slot: Hash]: Hash }
} {
  const { symbol, name = symbol, decimals = 18, balances = {}, owner } = token
  const flags = owner === undefined ? '00' : '01'
  const storage: { [slot: Hash]: Hash } = {
    ...slotsOfText(erc20Slots.name, name),
    ...slotsOfText(erc20Slots.symbol, symbol),
    ...(owner && { [erc20Slots.owner]: `0x${address.encode(owner)}` as const }),
  }
  let total = 0n
  for (const [holder, amount] of Object.entries(balances)) {
    if (amount === 0n) continue
    storage[balanceSlot(holder as Address)] = toWord(amount)
    total += amount
  }
  if (total > 0n) storage[erc20Slots.totalSupply] = toWord(total)
  const ofDecimals = decimals.toString(16).padStart(2, '0')
  return { code: `${prefix}${ofDecimals}${flags}` as Hex, storage }
}

const markerLength = prefix.length + 4

const nativeOf = remember((code: Hex): Native => {
  const decimals = Number.parseInt(code.slice(-4, -2), 16)
  return erc20(decimals, code.endsWith('01'))
})

/** The native for the code of such a token; undefined for other code. */
export function erc20Of(code: Hex): Native | undefined {
  const isOne = code.length === markerLength && code.startsWith(prefix)
  return isOne ? nativeOf(code) : undefined
}
