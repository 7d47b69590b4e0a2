import type { Parsed } from '../../hex/parse.js'
import { parseStateSelector, type StateSelector } from '../../hex/selector.js'
import { defaultTrace, parseTraceConfig } from '../trace/traceConfig.js'
import { parseCall } from './parseCall.js'
import { parseBlockOverrides, parseStateOverrides } from './parseOverrides.js'
import { parseSimulation } from './parseSimulation.js'

const latest: StateSelector = { type: 'tag', tag: 'latest' }

const callParameter = { name: 'transaction', parse: parseCall }
const simulationParameter = {
  name: 'simulation',
  parse: parseSimulation,
}
export const orLatestParameter = optional('block', parseStateSelector, latest)
const stateOverridesParameter = optional(
  'stateOverrides',
  parseStateOverrides,
  undefined,
)
const blockOverridesParameter = optional(
  'blockOverrides',
  parseBlockOverrides,
  undefined,
)
export const traceConfigParameter = optional(
  'config',
  parseTraceConfig,
  defaultTrace,
)

/** The parameters of the methods that take a call. */
export const callMethods = {
  debug_traceCall: [callParameter, orLatestParameter, traceConfigParameter],
  eth_call: [
    callParameter,
    orLatestParameter,
    stateOverridesParameter,
    blockOverridesParameter,
  ],
  eth_createAccessList: [
    callParameter,
    orLatestParameter,
    stateOverridesParameter,
  ],
  eth_estimateGas: [
    callParameter,
    orLatestParameter,
    stateOverridesParameter,
    blockOverridesParameter,
  ],
  eth_simulateV1: [simulationParameter, orLatestParameter],
} as const

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
