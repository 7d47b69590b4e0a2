import { noUnhandledRejection } from '../invariants/noUnhandledRejection.js'
import type { Invariant, Look, Run, Seen } from '../model/run.js'
import { askInvariant } from './askInvariant.js'

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
