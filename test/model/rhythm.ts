import type { World } from './world.js'

/** When the clock seals the open block. */
export function boundaryOf({ config, rhythm, openedAt, delay }: World): number {
  return config.sealing === 'manual'
    ? Number.POSITIVE_INFINITY
    : openedAt + rhythm.blockTime + delay
}

/** The next beat after an instant: the boundary is one. */
function beatAfter(world: World, time: number): number {
  const { rhythm, openedAt, beats } = world
  const interval = rhythm.preconfirmationTime
  const next =
    beats === null
      ? openedAt + (Math.floor((time - openedAt) / interval) + 1) * interval
      : openedAt +
        (beats.find((offset) => openedAt + offset > time) ??
          Number.POSITIVE_INFINITY)
  return Math.min(next, boundaryOf(world))
}

export function isBeat({ rhythm, now, openedAt, beats }: World): boolean {
  const offset = now - openedAt
  if (offset === 0) return true
  return beats === null
    ? offset % rhythm.preconfirmationTime === 0
    : beats.includes(offset)
}

export function nextInstant(world: World): number {
  const step = world.config.timeline[world.step]
  return Math.min(
    step?.at ?? Number.POSITIVE_INFINITY,
    beatAfter(world, world.now),
  )
}
