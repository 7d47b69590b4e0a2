import { codeOf, type PresealError } from '../../base/errors/errors.js'
import type { CallRefusal } from '../../chain/calls/refusal.js'
import type { SimulationRefusal } from '../../chain/calls/simulation/simulation.js'
import type { Execution } from '../../engine/engine.js'
import { type RpcError, serverError } from '../answers/outcome.js'
import { encodeReason, revertReason } from './revertReason.js'

/** The error of a failed execution, in geth's words. */
export function executionError({ halt, output }: Execution): RpcError {
  if (halt !== undefined) return serverError(halt)
  const reason = revertReason(output)
  return {
    code: 3,
    message:
      reason === undefined
        ? 'execution reverted'
        : `execution reverted: ${reason}`,
    data: output,
  }
}

/** The error of a call that did not begin, in geth's words. */
export function refusalError(
  { kind, reason }: CallRefusal,
  gas?: bigint,
): RpcError {
  return serverError(
    kind === 'request' || gas === undefined
      ? reason
      : `err: ${reason} (supplied gas ${gas})`,
  )
}

/**
 * The error of a call whose outcome nobody knows. ethers shows a message only
 * if it speaks of a revert and the data repeats it; no client takes the codes
 * for one.
 */
export function unansweredError(error: PresealError): RpcError {
  const { message } = error
  const told = /revert/i.test(message)
    ? message
    : `${message} (Nothing reverted.)`
  return { code: codeOf(error), message: told, data: encodeReason(told) }
}

/** Codes of the execution API's `eth_simulateV1`. */
const simulationCodes: {
  readonly [kind in SimulationRefusal['kind']]: number
} = {
  empty: -32602,
  request: -32000,
  tip: -32602,
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  baseFee: -38012,
  intrinsicGas: -38013,
  funds: -38014,
  gasLimit: -38015,
  number: -38020,
  timestamp: -38021,
  initcode: -38025,
  limit: -38026,
  other: -32603,
}

export function simulationError(refused: SimulationRefusal): RpcError {
  const { kind, reason } = refused
  const { message } =
    refused.type === 'unfit'
      ? { message: reason }
      : refusalError(refused, refused.gas)
  return { code: simulationCodes[kind], message }
}
