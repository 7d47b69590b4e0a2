import { requestText, valueText } from '../../../base/words/words.js'
import type { Run } from '../model/run.js'
import { textOf } from '../model/textOf.js'

/** How two runs of the same test differ first; undefined if they do not. */
export function firstDifference(one: Run, other: Run): string | undefined {
  const asked = differing(one.answeredRequests, other.answeredRequests, (a) =>
    textOf([a.via, a.method, a.params, a.at, a.settledAt, a.outcome]),
  )
  if (asked !== undefined) {
    const [first, second, index] = asked
    const name = (of: typeof first) =>
      of === undefined
        ? 'nothing more'
        : `${requestText(of)} at ${of.at} ms, answered with ${valueText(of.outcome)}`
    return `request ${index + 1} was ${name(first)} in the first run, and ${name(second)} in the second`
  }
  for (const [watch, looks] of one.looks) {
    const seen = differing(looks, other.looks.get(watch) ?? [], textOf)
    if (seen === undefined) continue
    const [first, second] = seen
    const name = (of: typeof first) =>
      of === undefined ? 'nothing more' : `${textOf(of.value)} at ${of.at} ms`
    return `"${watch}" was ${name(first)} in the first run, and ${name(second)} in the second`
  }
  return undefined
}

function differing<value>(
  ones: readonly value[],
  others: readonly value[],
  toText: (value: value) => string,
): readonly [value | undefined, value | undefined, number] | undefined {
  const most = Math.max(ones.length, others.length)
  for (let index = 0; index < most; index++) {
    const [one, other] = [ones[index], others[index]]
    if (
      one === undefined ||
      other === undefined ||
      toText(one) !== toText(other)
    )
      return [one, other, index]
  }
  return undefined
}
