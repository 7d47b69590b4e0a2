import { display } from '../../../base/hex/display.js'
import {
  checkNames,
  invalidArgument,
  type Names,
} from '../../../base/validation/problem.js'
import type { MockNode } from '../../../index.js'
import { hasStory } from '../../../node/runtime/story/storyAccess.js'
import type { Timeline } from './timeline.js'

/** @throws InvalidParametersError if it is given no node. */
export function checkNode(name: string, given: unknown): void {
  if (hasStory(given)) return
  throw invalidArgument(
    name,
    display(given),
    'a node',
    `Write ${name}(node${name === 'annotate' ? ', { abis, names }' : ''}), where node is what createMockNode returned.`,
  )
}

/** @throws InvalidParametersError if it is given neither of them. */
export function isNodeRather(given: MockNode | Timeline): given is MockNode {
  if (isTimeline(given)) return false
  if (hasStory(given)) return true
  throw invalidArgument(
    'formatTimeline',
    display(given),
    'a node, or the result of readTimeline',
    'Write formatTimeline(node), where node is what createMockNode returned.',
  )
}

/** @throws InvalidParametersError for an option that it does not have. */
export function checkOptions<options>(
  name: string,
  given: unknown,
  names: Names<options>,
): void {
  checkNames(name, given, names)
}

/** Refuses an unknown "as". */
export function unknownForm(given: never): Error {
  return invalidArgument(
    'formatTimeline',
    `"as" as ${display(given)}`,
    "'text', 'svg' or 'html'",
  )
}

function isTimeline(given: unknown): boolean {
  const { events, answeredRequests: requests } = Object(
    given,
  ) as Partial<Timeline>
  return Array.isArray(events) && Array.isArray(requests)
}
