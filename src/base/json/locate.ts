import type { Issue } from '../hex/parse.js'
import { type Problem, toProblem } from '../validation/problem.js'
import { scanJson } from './scanJson.js'

/** A problem, and where in the text it is, counted from 1. */
export type LocatedProblem = Problem & {
  readonly line?: number | undefined
  /** In UTF-16 units, as editors count. */
  readonly column?: number | undefined
}

/** `at` is the offset in the text, if it is known already. */
export type LocatedRefusal = Issue & { at?: number | undefined }

/** An entry that somebody asks for, or that has such an entry in it. */
type Sought = { at: number; inner: Map<PropertyKey, Sought> }

/**
 * Gives problems their line and column, in the order of the text, which is
 * JSON. A missing key is reported at the object that lacks it.
 */
export function locate(
  text: string,
  refusals: readonly LocatedRefusal[],
): LocatedProblem[] {
  const root: Sought = { at: text.search(/\S|$/), inner: new Map() }
  for (const { path = [] } of refusals) {
    let sought = root
    for (const key of path) {
      const inner = sought.inner.get(key) ?? { at: -1, inner: new Map() }
      sought.inner.set(key, inner)
      sought = inner
    }
  }

  /** The sought entries around the present one, from the root on. */
  const around: (Sought | undefined)[] = [root]
  scanJson(text, (key, depth, at) => {
    const sought = around[depth]?.inner.get(key)
    if (sought !== undefined) sought.at = at
    around[depth + 1] = sought
  })

  return toLines(
    text,
    refusals
      .map((refusal) => ({ refusal, at: refusal.at ?? find(root, refusal) }))
      .sort((left, right) => left.at - right.at),
  )
}

function find(root: Sought, { path = [] }: Issue): number {
  let { at } = root
  let sought: Sought | undefined = root
  for (const key of path) {
    sought = sought?.inner.get(key)
    if (sought === undefined || sought.at === -1) return at
    at = sought.at
  }
  return at
}

function toLines(
  text: string,
  refusals: readonly { refusal: Issue; at: number }[],
): LocatedProblem[] {
  let line = 1
  let start = 0
  return refusals.map(({ refusal, at }) => {
    for (;;) {
      const end = text.indexOf('\n', start)
      if (end === -1 || end >= at) break
      line += 1
      start = end + 1
    }
    return { ...toProblem(refusal), line, column: at - start + 1 }
  })
}
