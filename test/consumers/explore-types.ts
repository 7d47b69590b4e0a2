import {
  type Exploration,
  explore,
  type Invariant,
  mishapsOf,
  type PureOptions,
  wasTrue,
} from 'preseal/explore'

declare const timers: PureOptions['timers']
const address = '0x0000000000000000000000000000000000000b0b'

export const asked: Invariant = ({ looks }) =>
  looks.length === 0 ? { at: 0, text: 'nothing was looked at' } : undefined

export async function sweep(): Promise<Exploration> {
  return explore(
    ({ node, watch }) => {
      watch('now', () => node.now, [wasTrue({ address, within: 2_000 }), asked])
    },
    { duration: 2_000, runs: 5, timers },
  )
}

export const names = typeof mishapsOf

// @ts-expect-error -- it needs timers
explore(() => {}, { runs: 5 })
