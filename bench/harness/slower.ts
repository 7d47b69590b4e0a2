import { median } from './compete.js'
import type { Section } from './section.js'

/** What one run of the benchmark printed as JSON. */
export type Report = {
  readonly sections: { readonly [group: string]: Section }
}

export type Build = 'before' | 'after'

/** A row that became slower, or larger. */
export type Slower = {
  readonly group: string
  readonly row: string
  /** After by before. */
  readonly ratio: number
}

/** Runs these groups of the benchmark on one build; all of them by default. */
export type Run = (
  build: Build,
  groups: readonly string[],
) => Promise<Report> | Report

const most = 1.1

/**
 * The rows that are slower after than before: in the median of all rounds, and
 * again in that of as many more. What slows a machine for some minutes does so
 * once.
 */
export async function findSlower(
  run: Run,
  groups: readonly string[],
  rounds = 5,
): Promise<readonly Slower[]> {
  const first = slowerIn(await alternate(run, groups, rounds))
  if (first.length === 0) return []
  const doubtful = [...new Set(first.map(({ group }) => group))]
  const second = slowerIn(await alternate(run, doubtful, rounds))
  return second.filter((one) => first.some((other) => isSame(one, other)))
}

type Round = Readonly<Record<Build, Report>>

/** Each build comes first in every other round. */
async function alternate(
  run: Run,
  groups: readonly string[],
  rounds: number,
): Promise<readonly Round[]> {
  const done: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const isTurned = round % 2 === 1
    const early = await run(isTurned ? 'after' : 'before', groups)
    const late = await run(isTurned ? 'before' : 'after', groups)
    done.push(
      isTurned
        ? { before: late, after: early }
        : { before: early, after: late },
    )
  }
  return done
}

function slowerIn(rounds: readonly Round[]): readonly Slower[] {
  const ratios = new Map<string, { row: Slower; all: number[] }>()
  for (const { before, after } of rounds)
    for (const [group, { rows }] of Object.entries(after.sections))
      for (const { name, goal } of rows) {
        // A group that the build before cannot run has no such rows.
        const then = before.sections[group]?.rows.find(
          (one) => one.name === name,
        )?.goal
        if (goal === undefined || then === undefined || then.value <= 0)
          continue
        const key = `${group} ${name}`
        const known = ratios.get(key) ?? {
          row: { group, row: name, ratio: Number.NaN },
          all: [],
        }
        known.all.push(goal.value / then.value)
        ratios.set(key, known)
      }
  return [...ratios.values()]
    .map(({ row, all }) => ({ ...row, ratio: median(all) }))
    .filter(({ ratio }) => ratio > most)
}

function isSame(one: Slower, other: Slower): boolean {
  return one.group === other.group && one.row === other.row
}
