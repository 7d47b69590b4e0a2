import { isWire, type Wire } from '../../base/codec/wire.js'
import { type Parsed, refuse } from '../../base/hex/parse.js'

export function parseObject(given: unknown): Parsed<Wire> {
  return isWire(given) ? { ok: true, value: given } : refuse(given, 'an object')
}
