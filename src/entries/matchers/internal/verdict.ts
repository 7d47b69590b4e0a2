import type { MockNode } from '../../../index.js'
import { formatTimeline, readTimeline } from '../../timeline/index.js'

/** The result of a matcher, in the shape that `expect.extend` expects. */
export type Verdict = { readonly pass: boolean; readonly message: () => string }

type Judgement = {
  readonly node: MockNode
  readonly pass: boolean
  /** Behind "expected": what, `to` or `not to`, and how it should be. */
  readonly subject: string
  readonly predicate: string
  /** How it is, in a sentence or lines. */
  readonly seen: string
  /**
   * ms since the node was created, around which the story is shown; default now
   */
  readonly around?: number | undefined
}

/**
 * A verdict whose message says what was expected, what was seen, and the
 * stretch of the story around it. The message is made when it is read.
 */
export function verdict(judgement: Judgement): Verdict {
  const { node, pass, subject, predicate, seen, around } = judgement
  return {
    pass,
    message: () =>
      [
        `expected ${subject} ${pass ? 'not to' : 'to'} ${predicate}`,
        '',
        seen,
        '',
        storyAround(node, around ?? node.now),
      ].join('\n'),
  }
}

/** A block before it, and a few after. */
function storyAround(node: MockNode, at: number): string {
  const block = node.chain.blockTime ?? 2_000
  const timeline = readTimeline(node, {
    since: Math.max(0, at - 2 * block),
    until: at + 4 * block,
  })
  const { since: from, until } = timeline
  const text = formatTimeline(timeline, { as: 'text', most: 40 })
  return `What happened on chain ${node.chain.id} from ${from} to ${until} ms:\n\n${text || 'nothing'}`
}

/**
 * Whether a value of a request is the expected one: the same JSON, hex in any
 * case, or what an asymmetric matcher such as `expect.any(String)` accepts.
 */
export function matchesValue(expected: unknown, seen: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(seen)
  if (typeof expected === 'string' && typeof seen === 'string')
    return expected === seen || (isHex(expected) && sameHex(expected, seen))
  if (!isObject(expected) || !isObject(seen)) return Object.is(expected, seen)
  if (Array.isArray(expected) !== Array.isArray(seen)) return false
  const names = new Set([...namesIn(expected), ...namesIn(seen)])
  return [...names].every((name) => matchesValue(expected[name], seen[name]))
}

type Asymmetric = { asymmetricMatch(seen: unknown): boolean }

function isAsymmetric(value: unknown): value is Asymmetric {
  return isObject(value) && typeof value.asymmetricMatch === 'function'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Without those that are undefined, which JSON leaves out. */
function namesIn(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}

function isHex(text: string): boolean {
  return /^0x[0-9a-f]*$/i.test(text)
}

function sameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
