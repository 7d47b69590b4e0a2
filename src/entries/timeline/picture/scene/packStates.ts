import { short } from '../../../../base/words/words.js'
import type { Timeline } from '../../read/timeline.js'
import type { Balances, Packed } from './scene.js'

/** Changes of the balances, and of how far safe and finalized lag. */
export function packStates({
  blocks,
  states,
  accounts,
}: Timeline): Pick<Packed, 'lags' | 'balances'> {
  const lags: Packed['lags'][number][] = []
  let position = 0
  for (const { at, safe, finalized } of states) {
    while ((blocks[position]?.at ?? at + 1) <= at) position++
    const latest = Number(blocks[position - 1]?.number ?? 0n)
    const behind = (number: bigint | null) =>
      number === null ? null : latest - Number(number)
    const lag = [at, behind(safe), behind(finalized)] as const
    const last = lags.at(-1)
    if (last?.[1] !== lag[1] || last[2] !== lag[2]) lags.push(lag)
  }
  const changesOf = (index: number, tag: 'pending' | 'latest') => {
    let before: bigint | null = 0n
    let told = 0
    return states.flatMap(({ at, balances }, state) => {
      const now = balances[index]?.[tag] ?? null
      if (now === before && state > 0) return []
      const change = now === null ? null : shortest(now - (before ?? 0n))
      before = now
      const after = at - told
      told = at
      return [[after, change] as const]
    })
  }
  const balances = accounts.map(
    (account, index): Balances<number | string> => ({
      account: short(account),
      pending: changesOf(index, 'pending'),
      latest: changesOf(index, 'latest'),
    }),
  )
  return { lags, balances }
}

/** Without quotes if a number holds it. */
function shortest(wei: bigint): number | string {
  const number = Number(wei)
  return Number.isSafeInteger(number) ? number : `${wei}`
}
