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
