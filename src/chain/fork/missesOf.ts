import type { Miss } from './createForkBase.js'

/** The key of what a node has missed in the record of its fork. */
export const missesKey: unique symbol = Symbol.for('preseal.misses')

export function missesOf(node: object): readonly Miss[] {
  const keyed = node as { readonly [missesKey]?: () => readonly Miss[] }
  return keyed[missesKey]?.() ?? []
}
