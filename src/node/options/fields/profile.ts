import type { Chain } from 'viem'
import { display } from '../../../base/hex/display.js'
import type { Dialect } from '../../../base/validation/amounts.js'
import type { Validator } from '../../../base/validation/values.js'

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
  json: {
    json: { not: {} },
    check: (given) => ({
      ok: false,
      given: display(given),
      expected: 'nothing, as a scenario lies above a profile',
      advice: profileAdvice,
    }),
  },
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

const profileAdvice =
  'Give it to the node: createMockNode({ ...scenario, profile }).'

function isProfile(given: unknown): given is ProfileOf<unknown> {
  try {
    const { name, options } = given as Partial<ProfileOf<unknown>>
    return typeof name === 'string' && typeof options === 'object' && !!options
  } catch {
    return false
  }
}
