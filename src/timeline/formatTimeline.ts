import type { MockNode } from '../index.js'
import { formatText } from './formatText.js'
import { readTimeline } from './readTimeline.js'
import type { Timeline } from './timeline.js'

export type FormatOptions = {
  /** `'text'` */
  readonly as?: 'text' | undefined
  /** How many lines of text at most, the newest; 60 */
  readonly most?: number | undefined
}

/**
 * What came to pass on a node, for people.
 *
 * @example
 * console.log(formatTimeline(node))
 *
 * @param of - A node, or what `readTimeline` made of one.
 */
export function formatTimeline(
  of: MockNode | Timeline,
  { most }: FormatOptions = {},
): string {
  const timeline = 'story' in of ? readTimeline(of) : of
  return formatText(timeline, most === undefined ? {} : { most })
}
