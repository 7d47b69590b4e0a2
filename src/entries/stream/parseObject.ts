import { isWire, type Wire } from '../../base/codec/wire.js'
import { type Result, refuse } from '../../base/hex/parse.js'

export function parseObject(given: unknown): Result<Wire> {
  return isWire(given) ? { ok: true, value: given } : refuse(given, 'an object')
}
