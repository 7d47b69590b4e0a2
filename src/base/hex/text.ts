import { type Hex, toBytes } from './hex.js'

/*
 * By hand if the platform has neither `TextEncoder` nor `TextDecoder`, as in
 * jest's jsdom.
 */

/** A text as its UTF-8 bytes. */
export function encodeText(text: string): Hex {
  const digits = encodeURIComponent(text.replace(lone, '\ufffd')).replace(
    /%(..)|./gs,
    (one, hex?: string) => hex ?? one.charCodeAt(0).toString(16),
  )
  return `0x${digits.toLowerCase()}`
}

/** Half of a pair, which UTF-8 cannot say. */
const lone =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text of UTF-8 bytes; what is none is `\ufffd`. */
export function decodeText(data: Hex): string {
  if (typeof TextDecoder !== 'undefined')
    return new TextDecoder().decode(toBytes(data))
  const escaped = data.slice(2).replace(/../g, '%$&')
  try {
    return decodeURIComponent(escaped)
  } catch {
    return decodeURIComponent(escaped.replace(/%[89a-f]./gi, '%ef%bf%bd'))
  }
}

/** How long a text is in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Each half of a pair is one of the two more, a lone one becomes U+FFFD.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 2
    else if (unit > 0x7f) bytes += isPaired(text, at) ? 1 : unit > 0x7ff ? 2 : 1
  }
  return bytes
}

function isPaired(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit < 0xdc00) {
    const next = text.charCodeAt(at + 1)
    return next >= 0xdc00 && next < 0xe000
  }
  if (unit < 0xdc00 || unit > 0xdfff) return false
  const last = text.charCodeAt(at - 1)
  return last >= 0xd800 && last < 0xdc00
}
