import { requestText } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import { readTimeline } from '../timeline/index.js'
import { checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether the node could serve every request: client libraries often hide that
 * a method was not found.
 */
export function toHaveNoUnexpectedRequests(node: MockNode): Verdict {
  checkNode('toHaveNoUnexpectedRequests', node)
  const { answeredRequests: requests } = readTimeline(node)
  const unserved = requests.filter(({ isUnserved }) => isUnserved)
  return verdict({
    node,
    pass: unserved.length === 0,
    subject: 'the node',
    predicate: 'have received only requests that it serves',
    seen:
      unserved.length === 0
        ? 'It served every request.'
        : unserved
            .map(
              (request) =>
                `At ${request.at} ms it was asked ${requestText(request)}: ${request.failure}`,
            )
            .join('\n'),
    around: unserved[0]?.at,
  })
}
