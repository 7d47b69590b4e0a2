import type { Address, MockNode } from '../../index.js'
import { formatHtml } from './picture/formatHtml.js'
import { formatSvg } from './picture/formatSvg.js'
import { pack } from './picture/scene/pack.js'
import { unpack } from './picture/scene/unpack.js'
import { isNodeRather, unknownForm } from './read/checkGiven.js'
import { readTimeline } from './read/readTimeline.js'
import type { Timeline } from './read/timeline.js'
import { formatText } from './text/formatText.js'

export type FormatOptions = {
  /** Lines of text, a picture, or a page of its own; `'text'` */
  readonly as?: 'text' | 'svg' | 'html' | undefined
  /** Maximum of text lines, reads cut first; 100 */
  readonly most?: number | undefined
  /** Title of a picture or a page; `'A chain'` */
  readonly title?: string | undefined
  /** px of a picture; 960, and 390 fits a phone */
  readonly width?: number | undefined
  /**
   * Whose balance a picture and a page have a lane for; by default whom the
   * first transaction is sent to
   */
  readonly account?: Address | undefined
}

/**
 * The story of what happened on a node, for people.
 *
 * @example
 * console.log(formatTimeline(node))
 * await writeFile('chain.html', formatTimeline(node, { as: 'html' }))
 *
 * @param of - A node, or what `readTimeline` made of one.
 * @throws InvalidTimelineError where it is neither.
 */
export function formatTimeline(
  of: MockNode | Timeline,
  { as = 'text', most, title = 'A chain', width, account }: FormatOptions = {},
): string {
  const accounts = account === undefined ? [] : [account]
  const timeline = isNodeRather(of) ? readTimeline(of, { accounts }) : of
  switch (as) {
    case 'text':
      return formatText(timeline, most === undefined ? {} : { most })
    case 'svg':
      return formatSvg(unpack(pack(timeline, { title, account })), width)
    case 'html':
      return formatHtml(pack(timeline, { title, account }))
    default:
      throw unknownForm(as)
  }
}
