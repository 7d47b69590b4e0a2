/**
 * The key, among the options of a node, of what makes the names that a function
 * takes of those that `createMockNode` takes: its errors name these. Known to
 * entries that are bundled apart.
 */
export const namesTaken: unique symbol = Symbol.for('preseal.namesTaken')

/** Options with it. */
export type NamesTaken = {
  readonly [namesTaken]?: (known: readonly string[]) => readonly string[]
}
