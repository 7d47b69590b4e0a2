import type { Hex } from '../../base/hex/hex.js'
import { decodeText } from '../../base/hex/text.js'
import { type Answer, copyJson, type RpcError } from './outcome.js'

/** What another node says in place of an error in geth's words. */
export type ErrorText = {
  /** A regular expression for the method; by default any */
  method?: string | undefined
  /** A regular expression for the parameters as JSON; by default any */
  params?: string | undefined
  /**
   * A regular expression for the message. If the error has data from a contract,
   * its selector follows in a line, and what comes after the selector in
   * another: as text if it is UTF-8, else as hex digits
   */
  when: string
  /**
   * The message; `$1` is what the first group of `when` found, and so on,
   * `$#1` the same quantity in decimal digits, `$data` the data, `$method` the
   * method and `$latest` the number of the latest block
   */
  message: string
  /** By default the code stays. */
  code?: number | undefined
  /**
   * How the data of a contract is given: as it is, or as over HTTP by Hardhat 2
   * in an object, `{ message, txHash, data }`; default `'asItIs'`
   */
  data?: 'asItIs' | 'inObject' | undefined
  /** `'socket'`: only over WebSocket and IPC; by default everywhere */
  door?: 'socket' | undefined
  /** What the other node answers in place of the error, as a JSON value */
  result?: unknown
}

/** The request that failed. */
type Asked = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly latest: bigint
  /** Number of the socket that it came over, if it did. */
  readonly socket?: number | undefined
}

/** The error in the words of the first text that fits. */
export function reworded(
  outcome: Extract<Answer, { type: 'error' }>,
  texts: readonly ErrorText[],
  asked: Asked,
): Answer {
  if (texts.length === 0) return outcome
  const { error } = outcome
  const { data } = error
  const subject = subjectOf(error)
  const asJson = JSON.stringify(asked.params)
  for (const text of texts) {
    const { method = '', params = '', when, message, code = error.code } = text
    if (text.door === 'socket' && asked.socket === undefined) continue
    if (!new RegExp(method).test(asked.method)) continue
    if (!new RegExp(params).test(asJson)) continue
    const found = new RegExp(when, 's').exec(subject)
    if (found === null) continue
    if (text.result !== undefined)
      return { type: 'result', value: copyJson(text.result, 'result', 'json') }
    const named: { [name: string]: unknown } = { ...asked, data }
    const filled = message.replace(
      /\$(#?)(\d|data|method|latest)/g,
      (_, isDecimal, name) => {
        const value = found[name] ?? named[name] ?? ''
        return `${isDecimal ? decimal(`${value}`) : value}`
      },
    )
    // The methods that are served are no node's data.
    const given = text.data === 'inObject' ? { message: filled, data } : data
    const own = typeof data === 'string' ? { data: given } : {}
    return { ...outcome, error: { code, message: filled, ...own } }
  }
  return outcome
}

/** A quantity; a hash stays as it is. */
function decimal(hex: string): string {
  return /^0x[\da-f]{1,16}$/.test(hex) ? `${BigInt(hex)}` : hex
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
