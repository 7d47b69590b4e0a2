import { noUnhandledRejection } from '../invariants/noUnhandledRejection.js'
import type { Invariant, Look, Run, Seen } from '../model/run.js'

/** What is wrong with a run, and whose law says so. */
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

type Watched = {
  readonly name: string
  readonly invariants: readonly Invariant[]
}

/** Which law a run breaks first, or until when that is undecided. */
export function judge(
  run: Run,
  watched: readonly Watched[],
  invariants: readonly Invariant[],
  plain: Run = run,
): Judged | undefined {
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
  return (
    broken[0] ??
    judged.sort(
      (one, other) => (other.undecidedUntil ?? 0) - (one.undecidedUntil ?? 0),
    )[0]
  )

  function ask(invariant: Invariant, watch: string | undefined) {
    const { looks: _, ...rest } = run
    const seen: Seen = {
      ...rest,
      looks: looksOf(run, watch),
      plain: { looks: looksOf(plain, watch), sent: plain.sent, now: plain.now },
    }
    const said = invariant(seen)
    if (said === undefined) return undefined
    const name = invariant.name === '' ? 'an invariant' : invariant.name
    if (!('undecidedUntil' in said))
      return { watch, invariant: name, at: said.at, text: said.text }
    const { undecidedUntil } = said
    return undecidedUntil <= run.now
      ? undefined
      : { watch, invariant: name, at: run.now, text: '', undecidedUntil }
  }
}

function looksOf({ looks }: Run, watch: string | undefined): readonly Look[] {
  return watch === undefined ? [] : (looks.get(watch) ?? [])
}
