import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import type { Watch } from '../model/body.js'
import type { Invariant, Look } from '../model/run.js'
import { textOf } from '../model/textOf.js'
import { keepValue } from './keepValue.js'

type Watched = {
  readonly name: string
  readonly look: () => unknown
  readonly invariants: readonly Invariant[]
  readonly looks: { at: number; until: number; value: unknown }[]
  last: string
}

/** The watches of the test, and the looks so far. */
export function createLooks() {
  const watched: Watched[] = []
  let seen = 0

  const watch: Watch = (name, look, invariants) => {
    if (typeof name !== 'string' || typeof look !== 'function')
      throw new PresealError(
        'ExplorationError',
        `watch: it was given ${display(name)} and ${display(look)}, expected a name, a function that looks, and a list of invariants.`,
        { reason: 'watch' },
      )
    if (watched.some((other) => other.name === name))
      throw new PresealError(
        'ExplorationError',
        `watch: ${display(name)} is watched already. Give each watch a name of its own.`,
        { reason: 'watch' },
      )
    if (
      !Array.isArray(invariants) ||
      invariants.some((one) => typeof one !== 'function')
    )
      throw new PresealError(
        'ExplorationError',
        `watch: the invariants of ${display(name)} are ${display(invariants)}, expected a list of functions, such as [noFlicker()].`,
        { reason: 'watch' },
      )
    watched.push({ name, look, invariants, looks: [], last: 'nothing' })
  }

  return {
    watch,
    watched: watched as readonly Pick<Watched, 'name' | 'invariants'>[],
    /** How many different values were seen so far. */
    count: () => seen,
    /** @throws ExplorationError if a look throws. */
    look(at: number) {
      for (const one of watched) {
        const value = lookOf(one, at)
        const text = textOf(value)
        const last = one.looks.at(-1)
        if (last !== undefined) last.until = at
        if (text === one.last) continue
        one.last = text
        seen++
        one.looks.push({ at, until: at, value })
      }
    },
    read: (): ReadonlyMap<string, readonly Look[]> =>
      new Map(watched.map(({ name, looks }) => [name, looks])),
  }
}

function lookOf({ name, look }: Watched, at: number): unknown {
  let kept: ReturnType<typeof keepValue>
  try {
    kept = keepValue(look())
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : `${cause}`
    throw new PresealError(
      'ExplorationError',
      `watch: at ${at} ms the look at "${name}" threw: ${said.split('\n')[0]}`,
      { reason: 'watch', cause },
    )
  }
  if ('value' in kept) return kept.value
  throw new PresealError(
    'ExplorationError',
    `watch: at ${at} ms the look at "${name}" returned ${kept.unfit}, expected a text, a number or plain data, such as element.textContent.`,
    { reason: 'watch' },
  )
}
