import type { Parsed } from '../../hex/parse.js'
import { parseStateSelector, type StateSelector } from '../../hex/selector.js'
import { defaultTrace, parseTraceConfig } from '../trace/traceConfig.js'
import { parseCall } from './parseCall.js'
import { parseBlockOverrides, parseStateOverrides } from './parseOverrides.js'

const latest: StateSelector = { type: 'tag', tag: 'latest' }

export const callParameter = { name: 'transaction', parse: parseCall }
export const orLatestParameter = optional('block', parseStateSelector, latest)
export const stateOverridesParameter = optional(
  'stateOverrides',
  parseStateOverrides,
  undefined,
)
export const blockOverridesParameter = optional(
  'blockOverrides',
  parseBlockOverrides,
  undefined,
)
export const traceConfigParameter = optional(
  'config',
  parseTraceConfig,
  defaultTrace,
)

/** Clients may write null for a parameter that they leave out. */
function optional<value, absent>(
  name: string,
  parse: (given: unknown) => Parsed<value>,
  absent: absent,
) {
  return {
    name,
    absent: { value: absent },
    parse: (given: unknown): Parsed<value | absent> =>
      given === null ? { ok: true, value: absent } : parse(given),
  }
}
