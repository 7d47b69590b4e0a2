import { valueText } from '../../base/words/words.js'
import type { MockNode, StoryFault } from '../../index.js'
import { readTimeline } from '../timeline/index.js'
import { checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether each fault has affected a request, or `times` requests: a test with
 * an unused fault tests nothing.
 */
export function toHaveNoUnusedFaults(node: MockNode): Verdict {
  checkNode('toHaveNoUnusedFaults', node)
  const unused = readTimeline(node).faults.filter(isUnused)
  return verdict({
    node,
    pass: unused.length === 0,
    subject: 'the node',
    predicate: 'have no unused faults',
    seen:
      unused.length === 0
        ? 'Each fault has affected the requests that it was for.'
        : unused.map(unusedText).join('\n'),
    around: unused[0]?.since,
  })
}

function isUnused({ fault: { times = 1 }, requests }: StoryFault): boolean {
  return requests < times
}

function unusedText({ fault, label, since, requests }: StoryFault): string {
  const name = label === undefined ? '' : ` "${label}"`
  const of = fault.times === undefined ? '' : ` of ${fault.times}`
  return `The fault${name} ${valueText(fault)}, declared at ${since} ms, has affected ${requests}${of} ${requests === 1 && of === '' ? 'request' : 'requests'}.`
}
