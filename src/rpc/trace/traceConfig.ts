import { type Parsed, refuse } from '../../base/hex/parse.js'
import type {
  BlockOverrides,
  StateOverrides,
} from '../../chain/calls/callRequest.js'
import {
  type Fields,
  fieldsOf,
  parseFlag,
  take,
  unlessRefused,
} from '../calls/fields.js'
import {
  parseBlockOverrides,
  parseStateOverrides,
} from '../calls/parseOverrides.js'
import type { CallTracerConfig } from './callTracer.js'
import type { StructLoggerConfig } from './structLogger.js'

/** Which tracer looks on, and what it is to show. */
export type TraceConfig = {
  readonly tracer: 'callTracer' | 'structLogger'
  readonly ofCalls: CallTracerConfig
  readonly ofSteps: StructLoggerConfig
}

/** That of `debug_traceCall`, which may change what the call finds. */
export type TraceCallConfig = TraceConfig & {
  readonly stateOverrides: StateOverrides | undefined
  readonly blockOverrides: BlockOverrides | undefined
}

export const defaultTrace: TraceCallConfig = {
  tracer: 'structLogger',
  ofCalls: { onlyTopCall: false, withLog: false },
  ofSteps: {
    enableMemory: false,
    disableStack: false,
    disableStorage: false,
    enableReturnData: false,
    limit: 0,
  },
  stateOverrides: undefined,
  blockOverrides: undefined,
}

/** In geth's names; `timeout` and `reexec` have no meaning here. */
export function parseTraceConfig(given: unknown): Parsed<TraceCallConfig> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'an object { tracer?, tracerConfig?, … }')
  const { tracerConfig } = fields.given
  const ofTracer = fieldsOf(tracerConfig ?? {})
  if (ofTracer === undefined)
    return refuse(tracerConfig, '"tracerConfig" as an object')
  const config: TraceCallConfig = {
    tracer: take(fields, 'tracer', parseTracer) ?? 'structLogger',
    ofCalls: {
      onlyTopCall: flag(ofTracer, 'onlyTopCall'),
      withLog: flag(ofTracer, 'withLog'),
    },
    ofSteps: {
      enableMemory: flag(fields, 'enableMemory'),
      disableStack: flag(fields, 'disableStack'),
      disableStorage: flag(fields, 'disableStorage'),
      enableReturnData: flag(fields, 'enableReturnData'),
      limit: take(fields, 'limit', parseLimit) ?? 0,
    },
    stateOverrides: take(fields, 'stateOverrides', parseStateOverrides),
    blockOverrides: take(fields, 'blockOverrides', parseBlockOverrides),
  }
  return ofTracer.refused ?? unlessRefused(fields, config)
}

function flag(fields: Fields, name: string): boolean {
  return take(fields, name, parseFlag) ?? false
}

function parseLimit(given: unknown): Parsed<number> {
  return Number.isSafeInteger(given) && Number(given) >= 0
    ? { ok: true, value: Number(given) }
    : refuse(given, 'a whole number of instructions, or 0 for all')
}

function parseTracer(given: unknown): Parsed<'callTracer' | 'structLogger'> {
  if (given === 'callTracer') return { ok: true, value: 'callTracer' }
  return given === 'structLogger' || given === ''
    ? { ok: true, value: 'structLogger' }
    : refuse(given, '"callTracer", or absent for one step after the other')
}
