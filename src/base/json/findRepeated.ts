import { mostProblems } from '../validation/problem.js'
import type { LocatedRefusal } from './locate.js'
import { type SyntaxProblem, scanJson } from './scanJson.js'

/**
 * Keys that repeat, of which `JSON.parse` silently keeps the last, or the syntax
 * error at which the search ended.
 */
export function findRepeated(
  text: string,
): { repeated: LocatedRefusal[] } | { problem: SyntaxProblem } {
  const repeated: LocatedRefusal[] = []
  const path: (string | number)[] = []
  const problem = scanJson(text, (key, depth, at, isSecond) => {
    path[depth] = key
    if (isSecond && repeated.length < mostProblems)
      repeated.push({
        at,
        path: path.slice(0, depth + 1),
        given: 'a second entry of this name',
        expected: 'one',
      })
  })
  return problem === undefined ? { repeated } : { problem }
}
