import type { Environment, Message } from './engine.js'

type Charged = Pick<Message, 'to' | 'data' | 'accessList'> & {
  /** Only their number is charged. */
  readonly authorizationList: readonly unknown[]
}

/** The price of a transaction that does nothing but move value. */
export const transferGas = 21_000n

const creation = 32_000
const initcodeWord = 2
const tokenOfData = 4
const tokenOfFloor = 10
const listedAddress = 2_400
const listedKey = 1_900
const authorization = 25_000
/** The digit, as `charCodeAt` has it. */
const zero = 48

/**
 * The price of a transaction before it runs: EIP-2028 for its data, 2930 for
 * its access list, 3860 for initcode, 7702 for authorizations.
 */
export function intrinsicGas(message: Charged): bigint {
  const { to, data, accessList, authorizationList } = message
  const words = Math.ceil((data.length - 2) / 2 / 32)
  let gas = Number(transferGas) + tokenOfData * tokensOf(message)
  if (to === null) gas += creation + initcodeWord * words
  for (const { storageKeys } of accessList)
    gas += listedAddress + listedKey * storageKeys.length
  return BigInt(gas + authorization * authorizationList.length)
}

/** The least that a transaction costs: since Prague by its data (EIP-7623). */
export function floorGas(
  message: Charged,
  { hardfork }: Pick<Environment, 'hardfork'>,
): bigint {
  if (hardfork === 'cancun') return 0n
  return transferGas + BigInt(tokenOfFloor * tokensOf(message))
}

/** A zero byte is one, another byte is four. */
function tokensOf({ data }: Charged): number {
  let tokens = 0
  for (let at = 2; at < data.length; at += 2)
    tokens +=
      data.charCodeAt(at) === zero && data.charCodeAt(at + 1) === zero ? 1 : 4
  return tokens
}
