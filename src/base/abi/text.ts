import { decodeText, encodeText } from '../hex/text.js'
import { type AbiType, bytes } from './abiType.js'

/** As UTF-8. */
export const string: AbiType<string> = {
  ...bytes,
  name: 'string',
  encode: (value) => bytes.encode(encodeText(value)),
  decode: (digits, at) => decodeText(bytes.decode(digits, at)),
}
