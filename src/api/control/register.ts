import { type Hex, toQuantity } from '../../base/hex/hex.js'

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
