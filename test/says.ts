import { expect } from 'vitest'

/**
 * Matches a text that has these parts in this order, with anything between:
 * `says('NonceError … "nonce" … Leave it out')`.
 */
export function says(parts: string): unknown {
  const escaped = parts
    .split(' … ')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return expect.stringMatching(new RegExp(`^${escaped.join('.*')}`, 's'))
}
