import {
  type Address,
  type Hex,
  lastNonce,
  type Nonce,
  numeral,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Snapshot } from '../../node/runtime/state/snapshot.js'
import type { StepVerbs } from '../../node/runtime/steps/steps.js'
import type { Parameter, ValuesOf } from '../../rpc/method/method.js'
import type { NodeVerbs } from '../verbs.js'

/** The objects on which a control method acts. */
export type Controlled = {
  readonly verbs: StepVerbs & NodeVerbs & { readonly now: number }
  readonly runtime: Runtime
  readonly snapshots: Register<Snapshot>
  /** Functions that lift faults. */
  readonly lifts: Register<() => void>
  /** The number of resets, and the seconds of evm_increaseTime. */
  readonly instance: { resets: number; increased: number }
  /** Who may send where not everybody may. */
  readonly senders: Set<Address>
}

/** A method that drives the node: only its control answers it. */
export type ControlMethod = {
  readonly params: readonly Parameter[]
  readonly control: (on: Controlled, args: readonly unknown[]) => unknown
}

/** A method whose `control` gets the parsed parameters. */
export function method<const list extends readonly Parameter[]>(
  params: list,
  control: (on: Controlled, args: ValuesOf<list>) => unknown,
): ControlMethod {
  return { params, control: control as ControlMethod['control'] }
}

/** A limit, so that a node can be driven for a long time. */
export const mostKept = 1_000

/** Values that a response cannot carry, by id: the newest `mostKept`. */
export type Register<value> = {
  /** A new id, never used before. */
  add(value: value): Hex
  find(id: number): value | undefined
  /** Forgets the value with this id, and all later ones. */
  forgetFrom(id: number): void
}

export function createRegister<value>(first = 0): Register<value> {
  const kept = new Map<number, value>()
  let next = first
  return {
    add(value) {
      const id = next++
      kept.set(id, value)
      kept.delete(id - mostKept)
      return toQuantity(id)
    },
    find: (id) => kept.get(id),
    forgetFrom(first) {
      for (const id of kept.keys()) if (id >= first) kept.delete(id)
    },
  }
}

/** JSON has null if a parameter before others is left out. */
export function orElse<value>(
  fallback: value,
  parse: (given: unknown) => Result<value>,
) {
  return (given: unknown): Result<value> =>
    given === undefined || given === null
      ? { ok: true, value: fallback }
      : parse(given)
}

export function parseNonce(given: unknown): Result<Nonce> {
  const isText = typeof given === 'string' && numeral.test(given)
  const value = isText && given.length < 42 ? BigInt(given) : 0n
  return value > Number.MAX_SAFE_INTEGER && value <= lastNonce
    ? { ok: true, value }
    : parseCount(given, 'a nonce from 0 to 2^64 - 1')
}

/** A number of blocks or seconds, or an id, as test clients write it. */
export function parseCount(
  given: unknown,
  expected = 'an integer from 0 to 2^53 - 1',
): Result<number> {
  const isText = typeof given === 'string' && numeral.test(given)
  const count = isText ? Number(given) : given
  // More digits round to 2^53 or more, never below.
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
    ? { ok: true, value: count }
    : refuse(
        given,
        `${expected} as a string of 0x-hex or decimal digits, or as a number`,
      )
}
