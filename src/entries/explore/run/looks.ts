import { PresealError } from '../../../base/errors/errors.js'
import { display, isPlain } from '../../../base/hex/display.js'
import { shownText, textOf } from '../model/mishap.js'
import type { Invariant, Look, Watch } from '../model/run.js'
import type { Due } from './page.js'

type Watched = {
  readonly name: string
  readonly look: () => unknown
  readonly invariants: readonly Invariant[]
  readonly looks: { at: number; until: number; value: unknown }[]
  last: string
  /** How often it changed when the page had, and when it had not. */
  readonly changes: { withPage: number; alone: number }
}

/**
 * The watches of the test, and the looks so far.
 *
 * @param ofPage - Names of watches that change only when the page does.
 */
export function createLooks(ofPage: ReadonlySet<string>) {
  const watched: Watched[] = []

  const watch: Watch = (name, look, invariants) => {
    if (typeof name !== 'string' || typeof look !== 'function')
      throw watchError(
        `watch: it was given ${display(name)} and ${display(look)}, expected a name, a function that looks, and a list of invariants.`,
      )
    if (watched.some((other) => other.name === name))
      throw watchError(
        `watch: ${display(name)} is watched already. Give each watch a name of its own.`,
      )
    if (
      !Array.isArray(invariants) ||
      invariants.some((one) => typeof one !== 'function')
    )
      throw watchError(
        `watch: the invariants of ${display(name)} are ${display(invariants)}, expected a list of functions, such as [noFlicker()].`,
      )
    const changes = { withPage: 0, alone: 0 }
    watched.push({
      name,
      look,
      invariants,
      looks: [],
      last: 'nothing',
      changes,
    })
  }

  return {
    watch,
    watched: watched as readonly Pick<Watched, 'name' | 'invariants'>[],
    /** @throws ExplorationError if a look throws. */
    look(at: number, { isPageDue, isPageChanged }: Omit<Due, 'isDue'>) {
      for (const one of watched) {
        const last = one.looks.at(-1)
        if (last !== undefined) last.until = at
        if (last !== undefined && !isPageDue && ofPage.has(one.name)) continue
        const value = lookOf(one, at)
        const text = textOf(value)
        if (text === one.last) continue
        if (last !== undefined)
          one.changes[isPageChanged ? 'withPage' : 'alone']++
        one.last = text
        one.looks.push({ at, until: at, value })
      }
    },
    /** Names of those that changed only when the page did, so far. */
    ofPage: (): ReadonlySet<string> =>
      new Set(
        watched.flatMap(({ name, changes }) =>
          changes.withPage > 0 && changes.alone === 0 ? [name] : [],
        ),
      ),
    /** The last values, as people read them. */
    texts: (): { readonly [name: string]: string } =>
      Object.fromEntries(
        watched.map(({ name, looks }) => [
          name,
          shownText(looks.at(-1)?.value),
        ]),
      ),
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
    throw watchError(
      `watch: at ${at} ms the look at "${name}" threw: ${said.split('\n')[0]}`,
      { cause },
    )
  }
  if ('value' in kept) return kept.value
  throw watchError(
    `watch: at ${at} ms the look at "${name}" returned ${kept.unfit}, expected a text, a number or plain data, such as element.textContent.`,
  )
}

/** A watch is malformed, or its value could not be seen. */
function watchError(
  text: string,
  { cause }: { cause?: unknown } = {},
): PresealError<'ExplorationError'> {
  return new PresealError('ExplorationError', text, { reason: 'watch', cause })
}

/**
 * A copy of a watched value, which the application cannot change later; or what
 * cannot be compared from look to look.
 */
function keepValue(
  value: unknown,
): { readonly value: unknown } | { readonly unfit: string } {
  const own = typeof value === 'function' || typeof value === 'symbol'
  const unfit = own ? display(value) : unfitWithin(value, [])
  return unfit === undefined ? { value: copy(value) } : { unfit }
}

function unfitWithin(
  value: unknown,
  above: readonly unknown[],
): string | undefined {
  if (typeof value !== 'object' || value === null || isText(value))
    return undefined
  if ('nodeType' in value || 'then' in value) return display(value)
  if (above.includes(value)) return 'an object that contains itself'
  const within = [...above, value]
  for (const inner of valuesOf(value)) {
    const unfit = unfitWithin(inner, within)
    if (unfit !== undefined) return unfit
  }
  return undefined
}

function valuesOf(value: object): unknown[] {
  return value instanceof Map || value instanceof Set
    ? [...value].flat()
    : Object.values(value)
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isText(value)) return value
  if (Array.isArray(value)) return value.map(copy)
  if (value instanceof Map || value instanceof Set)
    return [...value].map((one) => copy(one))
  return isPlain(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, copy(inner)]),
      )
    : value
}

/** Dates, decimals and errors have a text of their own. */
function isText(value: object): boolean {
  return 'toJSON' in value || value instanceof Error
}
