import { PresealError } from '../../../base/errors/errors.js'
import type { Machine } from './machine.js'

/**
 * Counts what gas does not bound: a precompile takes up to a hundred times as
 * long for its gas as an instruction does.
 */
export function compute(machine: Machine, units: number): void {
  machine.computeUnits += units
  checkUnits(machine)
}

/** Past the limit there is no outcome, so nothing is left half done. */
export function checkUnits({ computeUnits, computeUnitLimit }: Machine): void {
  if (computeUnits > computeUnitLimit)
    throw computeUnitLimitError(computeUnitLimit)
}

/** Thrown if an execution would keep the process busy for too long. */
function computeUnitLimitError(limit: number): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The precompiles that the execution calls take more than ${limit} compute units, each about a microsecond. Give it less to compute; or raise the limit, such as evm({ computeUnitLimit: ${10 * Math.max(limit, 1)} }), or lift it with Infinity.`,
    { reason: 'compute' },
  )
}
