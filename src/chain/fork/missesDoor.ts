import type { Miss } from './createForkBase.js'

/** The key of what a node has missed in the record of its fork. */
export const missesDoor: unique symbol = Symbol.for('preseal.misses')

export function missesOf(node: object): readonly Miss[] {
  const door = node as { readonly [missesDoor]?: () => readonly Miss[] }
  return door[missesDoor]?.() ?? []
}
