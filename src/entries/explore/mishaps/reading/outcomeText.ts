import type { AnsweredRequest } from '../../../../index.js'

const texts = new WeakMap<AnsweredRequest, string>()

/** The outcome as text, for comparison. */
export function outcomeText(request: AnsweredRequest): string {
  const known = texts.get(request)
  if (known !== undefined) return known
  const text = JSON.stringify(request.outcome)
  texts.set(request, text)
  return text
}
