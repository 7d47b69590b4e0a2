import { type Hex, toQuantity } from '../../base/hex/hex.js'

/** As many are kept, so that a node may be driven for long. */
export const mostKept = 1_000

/**
 * Values that a response cannot carry, by ids: the newest, `mostKept` at most.
 */
export type Register<value> = {
  /** A new id: none is given twice. */
  add(value: value): Hex
  find(id: number): value | undefined
  /** Forgets what has this id, and all that was added since. */
  forgetFrom(id: number): void
}

export function createRegister<value>(): Register<value> {
  const kept = new Map<number, value>()
  let next = 0
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
