import { count, fullText } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import {
  checkArgument,
  checkNode,
  checkOptions,
  checkSubscription,
} from './internal/checks.js'
import { matchesValue } from './internal/matchesValue.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether a subscription to the node is active.
 *
 * @param params - Parameters of `eth_subscribe`, or the first of them; may
 * contain values such as `expect.anything()`. Default any subscription.
 * @param options - `times`: the exact number; default at least one.
 */
export function toHaveSubscription(
  node: MockNode,
  params?: readonly unknown[] | string | undefined,
  options: { readonly times?: number | undefined } = {},
): Verdict {
  checkNode('toHaveSubscription', node)
  checkOptions('toHaveSubscription', options, ['times'])
  const { times } = options
  checkArgument('toHaveSubscription', {
    given: params,
    isRight:
      params === undefined ||
      typeof params === 'string' ||
      Array.isArray(params),
    expected: "what is subscribed to, such as 'newHeads' or ['logs', {}]",
  })
  const name: unknown = typeof params === 'string' ? params : params?.[0]
  if (typeof name === 'string')
    checkSubscription('toHaveSubscription', node, name)
  const standing = node.subscriptions
  const { length } = standing.filter((one) =>
    typeof params === 'string'
      ? one.params[0] === params
      : params === undefined || matchesValue(params, one.params),
  )
  const often = times === undefined ? '' : `, ${count(times, 'time')}`
  const wanted =
    params === undefined
      ? 'a subscription'
      : `a subscription to ${typeof params === 'string' ? params : fullText(params)}`
  return verdict({
    node,
    pass: times === undefined ? length > 0 : length === times,
    subject: 'the node',
    predicate: `have ${wanted}${often}`,
    seen:
      standing.length === 0
        ? 'Nobody is subscribed to it.'
        : [
            `It has ${count(standing.length, 'subscription')}:`,
            ...standing.map(
              ({ params, at, socket }) =>
                `  ${fullText(params)} since ${at} ms, by ${socket === null ? 'a provider' : `WebSocket ${socket}`}`,
            ),
          ].join('\n'),
  })
}
