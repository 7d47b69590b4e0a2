import { type Hex, toBytes, toHex } from '../hex/hex.js'
import { type AbiType, bytes } from './abiType.js'

export function encodeText(text: string): Hex {
  return toHex(new TextEncoder().encode(text))
}

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
