import { decodeList, decodeRlp, hashRlp } from '../../base/codec/rlp.js'
import { toBytes, toHex } from '../../base/hex/hex.js'
import {
  parseData,
  type Result,
  refuse,
  type StateSelector,
} from '../../base/hex/parse.js'

/** A block by its RLP, of which the header alone says which one it is. */
export function parseRawBlock(given: unknown): Result<StateSelector> {
  const data = parseData(given)
  if (!data.ok) return data
  try {
    const [header = []] = decodeList(decodeRlp(toBytes(data.value)))
    const hash = toHex(hashRlp(decodeList(header)))
    return { ok: true, value: { type: 'hash', hash } }
  } catch {
    return refuse(given, 'the RLP of a block')
  }
}
