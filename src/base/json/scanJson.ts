import { display } from '../hex/display.js'
import type { Problem } from '../validation/problem.js'

/** A syntax error, and its offset. */
export type SyntaxProblem = Omit<Problem, 'path'> & { at: number }

/**
 * Called for every key of an object and every index of an array, the outer
 * ones first; `depth` is 0 for those of the root.
 */
export type VisitEntry = (
  key: string | number,
  depth: number,
  /** Offset of the key, or of the item. */
  at: number,
  /** The object has this key already. */
  isSecond: boolean,
) => void

/**
 * The token that comes next; `member` and `item` are the first ones, if any.
 */
type Wanted = 'value' | 'item' | 'member' | 'key' | 'more' | 'end'

/** No scenario is nested as deep, and every stack holds so much. */
const deepest = 100

/**
 * Reads JSON for what `JSON.parse` does not report: where things are, which
 * keys come twice, and what is wrong with the syntax.
 */
export function scanJson(
  text: string,
  visit: VisitEntry,
): SyntaxProblem | undefined {
  const space = /[ \t\n\r]*/y
  const scalar =
    /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
  // All but the quote, the backslash and what is below the space.
  const plain = /[ !#-[\]-\uffff]*/y
  // The text of a mistake to show: a word, an escape, or a character.
  const word = /[\w$.+-]{1,40}|\\?./suy
  const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

  /** For every open object its keys, for every open array its length so far. */
  const open: (Set<string> | number)[] = []
  let wanted: Wanted = 'value'
  let at = 0

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }

  const skipString = (): SyntaxProblem | undefined => {
    at += 1
    do skip(plain)
    while (skip(escaped))
    const char = text[at]
    if (char === undefined) return unexpected('the end of a string')
    if (char === '\\') return unexpected('an escape that JSON has')
    if (char !== '"') return unexpected('the end of a string, or an escape')
    at += 1
    return undefined
  }

  const unexpected = (expected: string): SyntaxProblem => {
    word.lastIndex = at
    const [given] = word.exec(text) ?? []
    return given === undefined
      ? {
          at,
          given: 'the end of the text',
          expected,
          advice: 'The text seems to be cut off.',
        }
      : {
          at,
          given: display(given),
          expected,
          ...(given === '/' && { advice: 'JSON has no comments.' }),
        }
  }

  for (;;) {
    skip(space)
    const char = text[at]
    const inside = open.at(-1)
    const isObject = inside instanceof Set
    const closing = isObject ? '}' : ']'

    if (wanted === 'end')
      return char === undefined ? undefined : unexpected('the end of the text')

    if (inside !== undefined && char === closing) {
      if (wanted === 'key' || (wanted === 'value' && !isObject))
        return {
          ...unexpected(isObject ? 'a key in double quotes' : 'a value'),
          advice: 'Remove the comma before it.',
        }
      if (wanted !== 'value') {
        at += 1
        open.pop()
        wanted = open.length === 0 ? 'end' : 'more'
        continue
      }
    }

    if (wanted === 'more') {
      if (char !== ',')
        return {
          ...unexpected(`"," or "${closing}"`),
          ...(char === '"' && { advice: 'Is a comma missing before it?' }),
        }
      at += 1
      wanted = isObject ? 'key' : 'value'
      continue
    }

    if (isObject && wanted !== 'value') {
      if (char !== '"') return unexpected('a key in double quotes')
      const start = at
      const problem = skipString()
      if (problem !== undefined) return problem
      const quoted = text.slice(start, at)
      const key: string = quoted.includes('\\')
        ? JSON.parse(quoted)
        : quoted.slice(1, -1)
      visit(key, open.length - 1, start, inside.has(key))
      inside.add(key)
      skip(space)
      if (text[at] !== ':') return unexpected('":"')
      at += 1
      wanted = 'value'
      continue
    }

    if (typeof inside === 'number') {
      visit(inside, open.length - 1, at, false)
      open[open.length - 1] = inside + 1
    }
    if (char === '{' || char === '[') {
      if (open.length === deepest)
        return {
          at,
          given: 'one more level of nesting',
          expected: `at most ${deepest}`,
        }
      at += 1
      open.push(char === '{' ? new Set() : 0)
      wanted = char === '{' ? 'member' : 'item'
      continue
    }
    if (char === '"') {
      const problem = skipString()
      if (problem !== undefined) return problem
    } else if (!skip(scalar)) return unexpected('a value')
    wanted = open.length === 0 ? 'end' : 'more'
  }
}
