import { type Result, refuse } from '../../base/hex/parse.js'
import { orElse } from './orElse.js'
import { parseCount } from './parseCount.js'

type MineOptions = { blocks: number; timestamp: number | null }

/** As in anvil: nothing, a timestamp, or an object. */
export function parseMineOptions(given: unknown): Result<MineOptions> {
  const isAlone = typeof given === 'string' || typeof given === 'number'
  const said = isAlone ? { timestamp: given } : (given ?? {})
  const isKnown = (key: string) => key === 'blocks' || key === 'timestamp'
  if (
    typeof said !== 'object' ||
    Array.isArray(said) ||
    !Object.keys(said).every(isKnown)
  )
    return refuse(given, 'nothing, a timestamp, or { blocks, timestamp }')
  const { blocks, timestamp } = said as Record<string, unknown>
  const count = orElse(1, parseCount)(blocks)
  if (!count.ok) return count
  const at = orElse<number | null>(null, parseCount)(timestamp)
  if (!at.ok) return at
  return { ok: true, value: { blocks: count.value, timestamp: at.value } }
}
