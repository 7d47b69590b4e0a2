import type { Balances, Packed, Scene, SceneMove } from './scene.js'

/**
 * The scene that was packed.
 *
 * A page carries this function as its text, so that it may use nothing from
 * outside of itself.
 */
export function unpack({
  transactions,
  people,
  balances,
  ...rest
}: Packed): Scene {
  const types = ['sent', 'preconfirmed', 'dropped', 'sealed'] as const
  const details = (type: number, block: number, detail: number | string) =>
    ['', `block ${block} beat ${detail}`, `${detail}, block ${block}`][type] ??
    `block ${block}`
  const sums = (changes: Balances<string>['pending']) => {
    let sum = 0n
    let at = 0
    return changes.map(([after, change]) => {
      at += after
      sum = change === null ? 0n : sum + BigInt(change)
      return [at, change === null ? null : sum] as const
    })
  }
  return {
    ...rest,
    transactions: transactions.map(([name, from, to, amount, moves]) => {
      let at = 0
      return {
        name,
        text: `${people[from]} to ${people[to] ?? 'a creation'}, ${amount}`,
        moves: moves.map(([after, type, block = 0, detail = '']): SceneMove => {
          at += after
          return [at, types[type] ?? 'sent', details(type, block, detail)]
        }),
      }
    }),
    balances: balances.map(({ account, pending, latest }) => ({
      account,
      pending: sums(pending),
      latest: sums(latest),
    })),
  }
}
