import type { Seen } from '../model/run.js'

/**
 * Whether the user went to another account or chain, which later values are
 * about.
 */
export function isSwitched({ mishaps }: Pick<Seen, 'mishaps'>): boolean {
  return mishaps.some(
    ({ mishap: { user } }) =>
      user !== undefined &&
      ['switchAccount', 'switchChain', 'disconnect'].includes(user.type),
  )
}
