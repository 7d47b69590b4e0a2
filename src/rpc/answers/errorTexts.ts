import type { Hex } from '../../base/hex/hex.js'
import { decodeText } from '../../base/hex/text.js'
import type { Outcome, RpcError } from './outcome.js'

/** What another node says in place of an error in geth's words. */
export type ErrorText = {
  /**
   * A regular expression for the message. If the error has data from a contract,
   * its selector follows in a line, and what comes after the selector in
   * another: as text if it is UTF-8, else as hex digits
   */
  when: string
  /** The message; `$1` is what the first group of `when` found, and so on */
  message: string
  /** By default the code stays. */
  code?: number | undefined
}

/** The error in the words of the first text that fits. */
export function reworded(
  outcome: Extract<Outcome, { type: 'error' }>,
  texts: readonly ErrorText[],
): typeof outcome {
  const { error } = outcome
  const subject = subjectOf(error)
  for (const { when, message, code = error.code } of texts) {
    const found = new RegExp(when, 's').exec(subject)
    if (found === null) continue
    const text = message.replace(/\$(\d)/g, (_, group) => found[group] ?? '')
    const { data } = error
    // The methods that are served are no node's data.
    const own = typeof data === 'string' ? { data } : {}
    return { ...outcome, error: { code, message: text, ...own } }
  }
  return outcome
}

const selectorLength = 10

function subjectOf({ message, data }: RpcError): string {
  if (typeof data !== 'string' || data.length < selectorLength) return message
  const selector = data.slice(0, selectorLength)
  const rest: Hex = `0x${data.slice(selectorLength)}`
  if (rest === '0x') return `${message}\n${selector}`
  const text = decodeText(rest)
  const shown = text.includes('\ufffd') ? rest.slice(2) : text
  return `${message}\n${selector}\n${shown}`
}
