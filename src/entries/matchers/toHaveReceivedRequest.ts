import { count, fullText } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import {
  checkArgument,
  checkMethod,
  checkNode,
  checkOptions,
} from './internal/checks.js'
import { matchesValue } from './internal/matchesValue.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether the node received a request, by method and parameters.
 *
 * @param params - All parameters, if given; may contain values such as
 * `expect.any(String)`.
 * @param options - `times`: the exact number; default at least one.
 */
export function toHaveReceivedRequest(
  node: MockNode,
  method: string,
  params?: readonly unknown[] | undefined,
  options: { readonly times?: number | undefined } = {},
): Verdict {
  checkNode('toHaveReceivedRequest', node)
  checkOptions('toHaveReceivedRequest', options, ['times'])
  const { times } = options
  checkArgument('toHaveReceivedRequest', {
    given: method,
    isRight: typeof method === 'string',
    expected: "the name of a method, such as 'eth_call'",
  })
  checkMethod('toHaveReceivedRequest', node, method)
  const ofMethod = node.answeredRequests.filter(
    (asked) => asked.method === method,
  )
  const matching =
    params === undefined
      ? ofMethod
      : ofMethod.filter((asked) => matchesValue(params, asked.params))
  const { length } = matching
  const wanted = params === undefined ? method : `${method}${fullText(params)}`
  const often = times === undefined ? '' : ` ${count(times, 'time')}`
  return verdict({
    node,
    pass: times === undefined ? length > 0 : length === times,
    subject: 'the node',
    predicate: `have received ${wanted}${often}`,
    seen: [
      `It has ${count(length, 'time')}. Requests of that method:`,
      ...lines(ofMethod.map((asked) => `${method}${fullText(asked.params)}`)),
    ].join('\n'),
  })
}

/** Each different one once, with how often it came. */
function lines(texts: readonly string[]): string[] {
  if (texts.length === 0) return ['  nothing']
  return [...new Set(texts)].map((text) => {
    const often = texts.filter((other) => other === text).length
    return `  ${text}${often > 1 ? `, ${count(often, 'time')}` : ''}`
  })
}
