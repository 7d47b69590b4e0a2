import { isEmptyHex } from '../../base/hex/hex.js'
import {
  balanceOf,
  beginContract,
  change,
  checkpoint,
  isTaken,
  nonceOf,
  transfer,
  warmAccount,
} from '../../engine/world/world.js'
import { codeOf } from './machine/code.js'
import { compute } from './machine/compute.js'
import {
  type End,
  type Frame,
  halt,
  isCreation,
  refuse,
  succeed,
} from './machine/frame.js'
import { charge } from './machine/gas.js'
import type { Machine } from './machine/machine.js'
import { observeBegin } from './machine/observe.js'
import { answerNatively } from './native.js'

const maxDepth = 1_024
const maxNonce = 2n ** 64n - 1n

/**
 * Begins a frame: what it is sent arrives. The end comes at once if no
 * bytecode runs; `run` is for what a native contract calls.
 */
export function begin(
  machine: Machine,
  frame: Frame,
  run: (machine: Machine, frame: Frame) => End,
): End | undefined {
  const { world, environment } = machine
  observeBegin(machine, frame)
  const refusal = refusalOf(machine, frame)
  if (refusal !== undefined) return refuse(refusal)
  if (isCreation(frame)) return beginCreation(machine, frame)
  frame.checkpoint = checkpoint(world)
  if (frame.type === 'CALL')
    transfer(world, frame.caller, frame.account, frame.value)
  else change(world, frame.account, 'isTouched', true)
  const { hex, precompile } = frame.target
  if (precompile !== undefined) {
    if (!charge(frame, precompile.gas(frame.input))) return halt('out of gas')
    compute(machine, precompile.units(frame.input))
    const output = precompile.run(frame.input)
    return output === undefined ? halt('precompile failed') : succeed(output)
  }
  if (hex === undefined || isEmptyHex(hex)) return succeed()
  if (hex.startsWith('0xfe')) {
    const native = environment.native?.(hex)
    if (native !== undefined) return answerNatively(machine, frame, native, run)
  }
  frame.code = codeOf(hex)
  return undefined
}

/** Why a frame does not even begin: its caller pays nothing and goes on. */
function refusalOf({ world }: Machine, frame: Frame): string | undefined {
  const { type, depth, caller, value, parent } = frame
  if (depth > maxDepth) return 'max call depth exceeded'
  const moves = type !== 'DELEGATECALL' && value !== 0n
  if (moves && balanceOf(world, caller) < value)
    return 'insufficient balance for transfer'
  if (isCreation(frame) && parent && nonceOf(world, caller) >= maxNonce)
    return 'nonce uint64 overflow'
  return undefined
}

/** The nonce and the warm address stay, even if the creation fails. */
function beginCreation({ world }: Machine, frame: Frame): End | undefined {
  const { account, caller, parent, value } = frame
  if (parent) change(world, caller, 'nonce', nonceOf(world, caller) + 1n)
  warmAccount(world, account)
  frame.checkpoint = checkpoint(world)
  if (isTaken(world, account)) return halt('contract address collision')
  beginContract(world, caller, account, value)
  return undefined
}
