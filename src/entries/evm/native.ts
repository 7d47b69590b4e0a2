import { toBytes, toHex } from '../../base/hex/hex.js'
import type { Native, NativeCall, NativeResult } from '../../engine/engine.js'
import { runNative } from '../../engine/world/runNative.js'
import { accountOf } from '../../engine/world/world.js'
import {
  createFrame,
  type End,
  type Frame,
  halt,
  hideSpare,
  noCode,
  revert,
  succeed,
  type Target,
} from './machine/frame.js'
import { gasLeft, mergeState, setGas } from './machine/gas.js'
import { compute, type Machine, targetOf } from './machine/machine.js'

/** No gas is asked for what a native contract is handed. */
const inputBytesPerUnit = 500

type Run = (machine: Machine, frame: Frame) => End

/** Runs a frame whose code is the marker of a native contract. */
export function answerNatively(
  machine: Machine,
  frame: Frame,
  native: Native,
  run: Run,
): End {
  const { account, caller, target, value, input, isStatic } = frame
  compute(machine, input.length / inputBytesPerUnit)
  hideSpare(frame)
  const result = runNative(machine, native, {
    account,
    caller,
    codeAddress: target.address,
    value,
    input: toHex(input),
    isStatic,
    gas: gasLeft(frame),
    gasLeft: () => gasLeft(frame),
    call: (call) => callWithin(machine, frame, call, run),
  })
  if (result.halt !== undefined) return halt(result.halt)
  setGas(frame, gasLeft(frame) - result.gasUsed)
  const output = toBytes(result.output)
  return result.status === 'success' ? succeed(output) : revert(output)
}

function callWithin(
  machine: Machine,
  frame: Frame,
  call: NativeCall,
  run: Run,
): NativeResult {
  const { to, value = 0n, input = '0x', isStatic = false } = call
  const left = gasLeft(frame)
  const gas = call.gas !== undefined && call.gas < left ? call.gas : left
  const account = accountOf(machine.world, to)
  const child = createFrame({
    type: isStatic ? 'STATICCALL' : 'CALL',
    parent: undefined,
    depth: frame.depth + 1,
    isStatic: isStatic || frame.isStatic,
    caller: frame.account,
    account,
    target: targetOf(machine, account, () => true) as Target,
    value,
    input: toBytes(input),
    code: noCode,
    outputAt: 0,
    outputLength: 0,
  })
  setGas(child, gas)
  const { status, reason, output } = run(machine, child)
  const gasUsed = gas - gasLeft(child)
  setGas(frame, left - gasUsed)
  if (status === 'success') mergeState(machine, child, frame)
  return {
    status: status === 'success' ? 'success' : 'reverted',
    ...(reason !== undefined && { halt: reason }),
    output: toHex(output),
    gasUsed,
  }
}
