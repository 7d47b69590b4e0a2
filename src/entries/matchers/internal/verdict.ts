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
