import { isWire, type Wire } from '../codec/wire.js'
import { type Parsed, refuse } from '../hex/parse.js'

export function parseObject(given: unknown): Parsed<Wire> {
  return isWire(given) ? { ok: true, value: given } : refuse(given, 'an object')
}
