import { display } from '../hex/display.js'
import type { Issue } from '../hex/hex.js'
import { mostProblems, type Problem, toProblem } from '../validation/problem.js'

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
type Expected = 'value' | 'item' | 'member' | 'key' | 'more' | 'end'

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
  let expected: Expected = 'value'
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

    if (expected === 'end')
      return char === undefined ? undefined : unexpected('the end of the text')

    if (inside !== undefined && char === closing) {
      if (expected === 'key' || (expected === 'value' && !isObject))
        return {
          ...unexpected(isObject ? 'a key in double quotes' : 'a value'),
          advice: 'Remove the comma before it.',
        }
      if (expected !== 'value') {
        at += 1
        open.pop()
        expected = open.length === 0 ? 'end' : 'more'
        continue
      }
    }

    if (expected === 'more') {
      if (char !== ',')
        return {
          ...unexpected(`"," or "${closing}"`),
          ...(char === '"' && { advice: 'Is a comma missing before it?' }),
        }
      at += 1
      expected = isObject ? 'key' : 'value'
      continue
    }

    if (isObject && expected !== 'value') {
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
      expected = 'value'
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
      expected = char === '{' ? 'member' : 'item'
      continue
    }
    if (char === '"') {
      const problem = skipString()
      if (problem !== undefined) return problem
    } else if (!skip(scalar)) return unexpected('a value')
    expected = open.length === 0 ? 'end' : 'more'
  }
}

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

const fileName = /^[^\s{}[\]"']+\.\w+$/

/**
 * The mistake of passing the name or the bytes of a file to what reads its text,
 * if it is one.
 */
export function refuseUnread(
  given: unknown,
  reader: string,
): readonly Problem[] {
  const isName = typeof given === 'string' && fileName.test(given)
  if (!isName && !ArrayBuffer.isView(given)) return []
  const file = isName ? display(given) : 'file'
  return [
    {
      path: '',
      given: isName ? `${file}, the name of a file` : 'the bytes of a file',
      expected: 'its text',
      advice: `Read it first: ${reader}(readFileSync(${file}, 'utf8')).`,
    },
  ]
}
