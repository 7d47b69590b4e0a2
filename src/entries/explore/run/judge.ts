import { isPresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import {
  invalidInvariant,
  notCalled,
  noUnhandledRejection,
} from '../invariants/given.js'
import { errorText } from '../model/mishap.js'
import type { Invariant, Look, Run, Seen, Wrong } from '../model/run.js'
import { isOwnError } from './errors.js'

/** The mistake in a run, and the invariant that found it. */
export type Judged = {
  /** The name of the watch, if one was looked at. */
  readonly watch: string | undefined
  readonly invariant: string
  readonly at: number
  readonly text: string
  readonly cause?: unknown
  /** Nothing is wrong yet: the run must go on. */
  readonly undecidedUntil?: number | undefined
}

/** An invariant that had nothing to judge, and why. */
export type UnjudgedInvariant = {
  readonly invariant: string
  readonly text: string
}

type Judgement = {
  readonly judged: Judged | undefined
  readonly unjudged: readonly UnjudgedInvariant[]
  /** All invariants that were asked. */
  readonly names: readonly string[]
}

type Watched = {
  readonly name: string
  readonly invariants: readonly Invariant[]
}

/**
 * The invariant that a run breaks first, or until when that is undecided; and
 * those that had nothing to judge.
 */
export function judge(
  run: Run,
  watched: readonly Watched[],
  invariants: readonly Invariant[],
  plain: Run = run,
): Judgement {
  const unjudged: UnjudgedInvariant[] = []
  const names: string[] = []
  const whole = [noUnhandledRejection(), ...invariants]
  const judged = [
    ...watched.flatMap(({ name, invariants }) =>
      invariants.flatMap((invariant) => ask(invariant, name) ?? []),
    ),
    ...whole.flatMap((invariant) => ask(invariant, undefined) ?? []),
  ]
  const broken = judged
    .filter(({ undecidedUntil }) => undecidedUntil === undefined)
    .sort((one, other) => one.at - other.at)
  const latest = judged.sort(
    (one, other) => (other.undecidedUntil ?? 0) - (one.undecidedUntil ?? 0),
  )
  return { judged: broken[0] ?? latest[0], unjudged, names }

  function ask(invariant: Invariant, watch: string | undefined) {
    const { looks: _, ...rest } = run
    const seen: Seen = {
      ...rest,
      looks: looksOf(run, watch),
      plain: {
        looks: looksOf(plain, watch),
        sent: plain.sent,
        timelines: plain.timelines,
        now: plain.now,
      },
    }
    const name = invariant.name === '' ? 'an invariant' : invariant.name
    const full = fullName(watch, name)
    names.push(full)
    const said = askInvariant(invariant, full, seen)
    if (said === undefined) return undefined
    if ('unjudged' in said) {
      unjudged.push({ invariant: full, text: said.unjudged })
      return undefined
    }
    if (!('undecidedUntil' in said)) return { watch, invariant: name, ...said }
    const { undecidedUntil } = said
    return undecidedUntil <= run.now
      ? undefined
      : { watch, invariant: name, at: run.now, text: '', undecidedUntil }
  }
}

/** As findings and reports call it. */
export function fullName(watch: string | undefined, invariant: string): string {
  return watch === undefined ? invariant : `${watch}: ${invariant}`
}

function looksOf({ looks }: Run, watch: string | undefined): readonly Look[] {
  return watch === undefined ? [] : (looks.get(watch) ?? [])
}

type Said = ReturnType<Invariant> | (Wrong & { readonly cause: unknown })

/**
 * Asks an invariant about a run. An error that it throws is a mistake in the
 * run, as the value may be one that only a mishap brings.
 *
 * @throws InvalidParametersError if it is none.
 */
function askInvariant(invariant: Invariant, name: string, seen: Seen): Said {
  let said: unknown
  try {
    said = invariant(seen)
  } catch (cause) {
    if (isPresealError(cause, 'InvalidParametersError')) throw cause
    if (isOwnError(cause)) return { unjudged: `it threw ${errorText(cause)}` }
    return { at: seen.now, text: `it threw ${errorText(cause)}`, cause }
  }
  if (said === undefined) return undefined
  const { at, text, undecidedUntil, unjudged } = Object(said) as {
    readonly [name: string]: unknown
  }
  if (typeof unjudged === 'string') return { unjudged }
  if (typeof undecidedUntil === 'number') return { undecidedUntil }
  if (typeof at === 'number' && typeof text === 'string') return { at, text }
  throw typeof said === 'function'
    ? notCalled(invariant.name)
    : invalidInvariant(
        `${name} returned ${display(said)}`,
        'undefined, { at, text }, { undecidedUntil } or { unjudged }',
      )
}
