import { display, isPlain } from '../../../base/hex/display.js'
import { nearest } from '../../../base/hex/nearest.js'
import { invalidArgument } from '../../../base/validation/problem.js'
import { valueText } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'
import { hasStory, storyOf } from '../../../node/runtime/story/storyAccess.js'

/**
 * @param matcher - Its name.
 * @throws InvalidParametersError if it is asserted of no node.
 */
export function checkNode(
  matcher: string,
  node: unknown,
): asserts node is MockNode {
  if (hasStory(node)) return
  throw invalidArgument(
    `${matcher}: expect(…)`,
    givenText(node),
    'a node of preseal',
    `Write expect(node).${matcher}(…).`,
  )
}

/**
 * @param expected - In words.
 * @throws InvalidParametersError if an argument is not what it takes.
 */
export function checkArgument(
  matcher: string,
  { given, isRight, expected }: Argument,
): void {
  if (isRight) return
  throw invalidArgument(`${matcher}: it`, givenText(given), expected)
}

/**
 * What is wrong with the name of a method: if it is mistyped, every assertion
 * with `not` would hold.
 */
export function refuseMethod(node: MockNode, method: unknown) {
  const path = ['method']
  const given = givenText(method)
  if (typeof method !== 'string')
    return [
      { path, given, expected: "the name of a method, such as 'eth_call'" },
    ]
  const meant = storyOf(node).meantMethod(method)
  const isAsked = node.answeredRequests.some((asked) => asked.method === method)
  if (meant === undefined || isAsked) return []
  const expected = `the name of a method; "${meant}" was probably meant`
  return [{ path, given, expected }]
}

/** The same of what is subscribed to. */
export function refuseSubscription(node: MockNode, params: unknown) {
  const name: unknown = Array.isArray(params) ? params[0] : params
  const path = ['params']
  const given = givenText(name)
  if (typeof name !== 'string')
    return params === undefined || Array.isArray(params)
      ? []
      : [{ path, given, expected: "such as 'newHeads' or ['logs', {}]" }]
  const { subscriptionNames: known } = storyOf(node)
  if (known.includes(name)) return []
  const meant = nearest(name, known)
  const expected = `the name of a subscription${meant === undefined ? `: ${known.join(', ')}` : `; "${meant}" was probably meant`}`
  return [{ path, given, expected }]
}

type Argument = {
  readonly given: unknown
  readonly isRight: boolean
  readonly expected: string
}

/** A given value in words, and what to do if it is a promise. */
export function givenText(given: unknown): string {
  switch (typeof given) {
    case 'function':
      return 'a function'
    case 'bigint':
      return `${given}n`
    case 'string':
      return `'${valueText(given)}'`
    case 'object': {
      if (given === null) return 'null'
      if (Array.isArray(given)) return 'an array'
      if (!isPlain(given)) return display(given)
      const names = Object.keys(given).slice(0, 5)
      return names.length === 0
        ? 'an object without fields'
        : `an object with ${names.join(', ')}`
    }
    default:
      return String(given)
  }
}
