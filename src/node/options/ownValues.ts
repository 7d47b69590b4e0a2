import type { Chain } from 'viem'
import type { Clock } from '../../base/clock/clock.js'
import { display } from '../../base/hex/display.js'
import type { Result } from '../../base/hex/parse.js'
import type { Dialect } from '../../base/validation/amounts.js'
import { hint } from '../../base/validation/problem.js'
import * as values from '../../base/validation/values.js'
import {
  clockShape,
  isClock,
  isFunction,
  type Validator,
} from '../../base/validation/values.js'
import { type Fork, forkBrand } from '../../chain/fork/fork.js'
import type { Engine } from '../../engine/engine.js'

/** What a scenario file cannot hold: an option that is given as it is. */
function outsideJson(expected: string, option: string): Validator<never> {
  return {
    json: { not: {} },
    check: (given) => ({
      ok: false,
      given: display(given),
      expected,
      advice: adviceBeside(option),
    }),
  }
}

export function adviceBeside(option: string): string {
  return `Give it to the node: createMockNode({ ...scenario, ${option} }).`
}

export const clocks: {
  [dialect in Dialect]: Validator<'virtual' | 'ambient' | Clock>
} = {
  code: { check: checkAnyClock },
  json: values.oneOf('virtual', 'ambient'),
}

function checkAnyClock(given: unknown): Result<'virtual' | 'ambient' | Clock> {
  return given === 'virtual' || given === 'ambient' || isClock(given)
    ? { ok: true, value: given as 'virtual' | 'ambient' | Clock }
    : {
        ok: false,
        given: display(given),
        expected: `"virtual", "ambient", or ${clockShape}`,
        advice:
          typeof given === 'object'
            ? 'The fake timers of vi and jest are followed by "ambient".'
            : hint(given, ['virtual', 'ambient']),
      }
}

/** Kept as it is: an engine is its function. */
export const engines: { readonly [dialect in Dialect]: Validator<Engine> } = {
  code: {
    check: (given) =>
      isEngine(given)
        ? { ok: true, value: given }
        : {
            ok: false,
            given: display(given),
            expected: 'an engine, an object with the function "execute"',
            advice: isFunction(given)
              ? 'Call it: write engine: evm(), with evm of "preseal/evm".'
              : 'Write engine: evm(), with evm of "preseal/evm".',
          },
  },
  json: outsideJson('nothing, as JSON holds no function', 'engine'),
}

function isEngine(given: unknown): given is Engine {
  try {
    return isFunction((given as { execute?: unknown } | null)?.execute)
  } catch {
    return false
  }
}

/** Kept as it is: whoever read the record has judged it. */
export const forks: { readonly [dialect in Dialect]: Validator<Fork> } = {
  code: {
    check: (given) =>
      isFork(given)
        ? { ok: true, value: given }
        : {
            ok: false,
            given: display(given),
            expected: 'the record of a fork that "parseFork" has read',
            advice:
              'Write fork: parseFork(text), with parseFork of "preseal/fork".',
          },
  },
  json: outsideJson('nothing, as a record is a file of its own', 'fork'),
}

function isFork(given: unknown): given is Fork {
  return (
    typeof given === 'object' &&
    given !== null &&
    (given as Partial<Fork>)[forkBrand] === true
  )
}

/** A profile of a real chain, as plain data. */
export type ProfileOf<options> = {
  /** Its name in messages, such as `'Base'` */
  readonly name: string
  /** Name and coin of `node.chain`; the coin is ether by default */
  readonly chain?: Partial<Pick<Chain, 'name' | 'nativeCurrency'>> | undefined
  /** The chain's options. Options of `createMockNode` override them. */
  readonly options: options
  /**
   * Why `evm()` cannot run the chain's bytecode, as the end of a sentence:
   * `'prices cold accounts at 10,100 gas'`. Absent if it can
   */
  readonly withoutEvm?: string | undefined
}

/** Kept as it is; its options are read with those of the node. */
export const profiles: {
  readonly [dialect in Dialect]: Validator<ProfileOf<unknown>>
} = {
  code: {
    check: (given) =>
      isProfile(given)
        ? { ok: true, value: given }
        : {
            ok: false,
            given: display(given),
            expected: 'a profile, an object with "name" and "options"',
            advice: adviceFor(given),
          },
  },
  json: outsideJson('nothing, as a scenario lies above a profile', 'profile'),
}

function adviceFor(given: unknown): string {
  const call = typeof given === 'function' ? 'Call it: write' : 'Write'
  // A chain of viem in place of its profile.
  const made =
    'rpcUrls' in Object(given)
      ? 'profileOf(chain), with profileOf'
      : 'base(), with base'
  return `${call} profile: ${made} of "preseal/chains".`
}

function isProfile(given: unknown): given is ProfileOf<unknown> {
  try {
    const { name, options } = given as Partial<ProfileOf<unknown>>
    return typeof name === 'string' && typeof options === 'object' && !!options
  } catch {
    return false
  }
}
