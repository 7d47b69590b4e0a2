import { type Hex, toBytes } from '../hex/hex.js'
import { type AbiType, bytes } from './abiType.js'

/** Works as modules load, too: jest's jsdom has no `TextEncoder` then. */
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

export function decodeText(data: Hex): string {
  return new TextDecoder().decode(toBytes(data))
}

/** As UTF-8. */
export const string: AbiType<string> = {
  ...bytes,
  name: 'string',
  encode: (value) => bytes.encode(encodeText(value)),
  decode: (digits, at) => decodeText(bytes.decode(digits, at)),
}
