import { type Result, refuse } from '../../base/hex/parse.js'
import type {
  Simulation,
  SimulationBlock,
} from '../../chain/calls/simulation/simulation.js'
import { fieldsOf, listOf, parseFlag, take, unlessRefused } from './fields.js'
import { parseCall } from './parseCall.js'
import { parseBlockOverrides, parseStateOverrides } from './parseOverrides.js'

/** Parameters of `eth_simulateV1`, in the execution API's names. */
export function parseSimulation(given: unknown): Result<Simulation> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'an object { blockStateCalls }')
  const { blockStateCalls } = fields.given
  if (!Array.isArray(blockStateCalls))
    return refuse(blockStateCalls, '"blockStateCalls" as an array of blocks')
  return unlessRefused(fields, {
    blocks: take(fields, 'blockStateCalls', parseBlocks) ?? [],
    isValidated: take(fields, 'validation', parseFlag) ?? false,
    tracesTransfers: take(fields, 'traceTransfers', parseFlag) ?? false,
    fullTransactions:
      take(fields, 'returnFullTransactions', parseFlag) ?? false,
  })
}

const parseBlocks = listOf(parseBlock, 'blocks')
const parseCalls = listOf(parseCall, 'calls')

function parseBlock(given: unknown): Result<SimulationBlock> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'a block { blockOverrides?, stateOverrides?, calls? }')
  return unlessRefused(fields, {
    header: take(fields, 'blockOverrides', parseBlockOverrides),
    accounts: take(fields, 'stateOverrides', parseStateOverrides),
    calls: take(fields, 'calls', parseCalls) ?? [],
  })
}
