import { display } from '../hex/display.js'
import { numeral, refuse } from '../hex/hex.js'
import { hasKey } from './read.js'
import type { Validator } from './values.js'

/** The form of an amount: a bigint in code, digits in JSON. */
export type Dialect = 'code' | 'json'

type Amount = {
  readonly bits: 36 | 53 | 64 | 256
  readonly unit: string
  readonly from: bigint
  /** The code to write for a whole number that is no bigint. */
  readonly advise?: (given: bigint) => string
}

const wei: Amount = {
  bits: 256,
  unit: 'wei',
  from: 0n,
  advise: (given) =>
    `Write ${given}n for wei, or parseEther('${given}') for ether.`,
}
const tokens: Amount = { bits: 256, unit: 'the smallest unit', from: 0n }
const weiPerGas: Amount = { bits: 256, unit: 'wei per gas', from: 0n }
const blockNumber: Amount = { bits: 53, unit: 'a block number', from: 0n }
const gas: Amount = { bits: 64, unit: 'gas', from: 0n }
const gasLimit: Amount = { bits: 64, unit: 'gas', from: 1n }
// Up to the year 4147: what is more is ms, such as of Date.now().
const seconds: Amount = { bits: 36, unit: 'unix seconds', from: 0n }

/** Judges of every bigint that is given, by how it is written. */
export const amounts = {
  code: {
    wei: inEther(
      inCode(wei),
      (ether) => `Write parseEther('${ether}') for ether.`,
    ),
    tokens: inEther(
      inCode(tokens),
      (units) => `Write parseUnits('${units}', decimals).`,
    ),
    weiPerGas: inCode(weiPerGas),
    blockNumber: inCode(blockNumber),
    gas: inCode(gas),
    gasLimit: inCode(gasLimit),
    seconds: inSeconds(inCode(seconds), 'n'),
  },
  json: {
    wei: inEther(
      inJson(wei),
      (ether) => `Write "${toWei(ether)}" for ${ether} ether.`,
    ),
    tokens: inJson(tokens),
    weiPerGas: inJson(weiPerGas),
    blockNumber: inJson(blockNumber),
    gas: inJson(gas),
    gasLimit: inJson(gasLimit),
    seconds: inSeconds(inJson(seconds), ''),
  },
}

function inCode({
  bits,
  unit,
  from,
  advise = (given) => `Write ${given}n.`,
}: Amount): Validator<bigint> {
  const end = 2n ** BigInt(bits)
  return {
    check(given) {
      if (typeof given === 'bigint' && given >= from && given < end)
        return { ok: true, value: given }
      const meant =
        isWhole(given) && typeof given !== 'bigint' ? BigInt(given) : -1n
      const advice =
        meant >= from && meant < end
          ? advise(meant)
          : hasKey(given, 'toBigInt')
            ? 'Call its toBigInt().'
            : undefined
      const expected = `a bigint of ${unit} from ${from}n to below 2^${bits}`
      return refuse(given, expected, advice)
    },
  }
}

function inJson({ bits, unit, from }: Amount): Validator<bigint> {
  const end = 2n ** BigInt(bits)
  const maximum = Number.MAX_SAFE_INTEGER
  return {
    json: {
      anyOf: [
        { type: 'string', pattern: numeral.source },
        { type: 'integer', minimum: Number(from), maximum },
      ],
    },
    check(given) {
      if (
        Number.isSafeInteger(given) ||
        (typeof given === 'string' && numeral.test(given))
      ) {
        const value = BigInt(given as number | string)
        if (value >= from && value < end) return { ok: true, value }
      }
      const advice =
        typeof given === 'bigint'
          ? `Write "${given}".`
          : Number.isInteger(given) && !Number.isSafeInteger(given)
            ? 'Write it as a string: a JSON number of this size loses digits.'
            : undefined
      const expected = `${unit} from ${from} to below 2^${bits}, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1`
      return refuse(given, expected, advice)
    },
  }
}

const fraction = /^[0-9]{1,60}\.[0-9]{1,18}$/

/** Wei and tokens' smallest units have no fraction, so it means larger units. */
function inEther(
  judge: Validator<bigint>,
  advise: (ether: string) => string,
): Validator<bigint> {
  return {
    ...judge,
    check(given) {
      const checked = judge.check(given)
      const isAmount =
        (typeof given === 'number' || typeof given === 'string') &&
        fraction.test(`${given}`)
      return !checked.ok && isAmount
        ? { ...checked, advice: advise(`${given}`) }
        : checked
    },
  }
}

function inSeconds(
  judge: Validator<bigint>,
  suffix: string,
): Validator<bigint> {
  return {
    ...judge,
    check(given) {
      const checked = judge.check(given)
      if (!checked.ok && hasKey(given, 'getTime'))
        return {
          ...checked,
          advice: 'Write BigInt(Math.floor(date.getTime() / 1000)).',
        }
      const ms = checked.ok || !isWhole(given) ? 0n : BigInt(given)
      return ms < 2n ** 36n || ms / 1000n >= 2n ** 36n
        ? checked
        : {
            ...checked,
            advice: `That looks like ms: write ${ms / 1000n}${suffix}.`,
          }
    },
  }
}

function isWhole(given: unknown): given is bigint | number | string {
  return (
    typeof given === 'bigint' ||
    (Number.isInteger(given) && (given as number) >= 0) ||
    (typeof given === 'string' && numeral.test(given))
  )
}

function toWei(ether: string): bigint {
  const [whole = '', part = ''] = ether.split('.')
  return BigInt(whole + part.padEnd(18, '0'))
}

/** As `display`, an amount being written as its dialect has it. */
export function displayIn(dialect: Dialect, value: unknown): string {
  return typeof value === 'bigint' && dialect === 'json'
    ? `${value}`
    : display(value)
}
