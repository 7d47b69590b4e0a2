import type { Body, Explored, Invariant } from 'preseal/explore'

export type Show = (value: unknown) => void

/**
 * A user's journey that may rightly wait for ever: the exploration watches what
 * it shows, at first 'waiting', and 'failed' if it throws.
 */
export function journey(
  laws: readonly Invariant[],
  walk: (explored: Explored, show: Show) => Promise<void>,
): Body {
  return (explored) => {
    let shown: unknown = 'waiting'
    explored.watch('shown', () => shown, laws)
    walk(explored, (value) => {
      shown = value
    }).catch(() => {
      shown = 'failed'
    })
  }
}

/** A chain as most people know it: nobody sees a block before its seal. */
export const plainChain = { beatsSeenBy: 'none' } as const

/** Does something later, while the journey goes on. */
export function after(
  ms: number,
  { wait }: Explored,
  act: () => Promise<unknown>,
): void {
  wait(ms)
    .then(act)
    .catch(() => {})
}
