import { isEmptyHex, toHex } from '../../base/hex/hex.js'
import {
  beginContract,
  change,
  checkpoint,
  isContract,
  isTaken,
  nonceOf,
  rollBack,
  touch,
  transfer,
  warmAccount,
} from '../../engine/world/world.js'
import { codeOf } from './machine/code.js'
import {
  type End,
  type Frame,
  halt,
  isCreation,
  leaveMemory,
  none,
  refusalOf,
  refuse,
  spareAtCall,
  spareAtRefill,
  store,
  succeed,
} from './machine/frame.js'
import {
  charge,
  chargeState,
  giveBack,
  mergeState,
  refillState,
  spendAll,
  unspill,
  wordsOf,
} from './machine/gas.js'
import { interpret } from './machine/interpret.js'
import {
  compute,
  logTransfer,
  type Machine,
  observeBegin,
  observeEnd,
} from './machine/machine.js'
import { narrow } from './machine/words.js'
import { answerNatively } from './native.js'

/**
 * Runs a frame and all within it. Frames wait for each other in a list and
 * not on the stack of JavaScript, which 1,024 of them could overflow.
 */
export function run(machine: Machine, first: Frame): End {
  let frame = first
  let next: End | Frame | undefined = begin(machine, frame, run)
  for (;;) {
    next ??= interpret(machine, frame)
    if (next.kind === 'frame') {
      frame = next
      next = begin(machine, frame, run)
      continue
    }
    const end = settle(machine, frame, next)
    const { parent } = frame
    if (frame === first || parent === undefined) return end
    resume(machine, parent, frame, end)
    frame = parent
    next = undefined
  }
}

/** Gives the caller what a frame within it has come to. */
function resume(machine: Machine, parent: Frame, child: Frame, end: End): void {
  const { status, output } = end
  const isDone = status === 'success'
  spareAtCall(parent, child, end)
  giveBack(child, parent)
  const { state } = machine.rules.prices
  if (isDone) mergeState(machine, child, parent)
  else if (child.hasNewAccount && state !== undefined)
    refillState(machine, parent, state.account)
  if (isCreation(child)) {
    parent.stack.push(isDone ? narrow(BigInt(child.account.address)) : 0)
    parent.returnData = isDone ? none : output
    return
  }
  parent.stack.push(isDone ? 1 : 0)
  parent.returnData = output
  const length = Math.min(child.outputLength, output.length)
  store(parent.memory, child.outputAt, output, 0, length)
}

/**
 * Begins a frame: what it is sent arrives. The end comes at once if no
 * bytecode runs; `run` is for what a native contract calls.
 */
function begin(
  machine: Machine,
  frame: Frame,
  run: (machine: Machine, frame: Frame) => End,
): End | undefined {
  const { world, environment } = machine
  frame.baseline ??= machine.reservoir
  observeBegin(machine, frame)
  const refusal = refusalOf(world, frame)
  if (refusal !== undefined) return refuse(refusal)
  if (isCreation(frame)) return beginCreation(machine, frame)
  frame.checkpoint = checkpoint(world)
  if (frame.type === 'CALL') {
    transfer(world, frame.caller, frame.account, frame.value)
    logTransfer(machine, frame.caller, frame.account, frame.value)
  } else touch(world, frame.account)
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

/** The nonce and the warm address stay, even if the creation fails. */
function beginCreation(machine: Machine, frame: Frame): End | undefined {
  const { world, rules } = machine
  const { account, caller, parent, value } = frame
  if (parent) change(world, caller, 'nonce', nonceOf(world, caller) + 1n)
  warmAccount(world, account)
  frame.checkpoint = checkpoint(world)
  const collides = rules.isAmsterdam ? isContract : isTaken
  if (collides(world, account)) return halt('contract address collision')
  beginContract(world, caller, account, value)
  logTransfer(machine, caller, account, value)
  return undefined
}

/** EIP-3541. */
const reservedByte = 0xef

/** Keeps the changes of a frame, or undoes them. */
function settle(machine: Machine, frame: Frame, ended: End): End {
  const { world } = machine
  const isNewCode = ended.status === 'success' && isCreation(frame)
  const end = isNewCode ? deposit(machine, frame, ended) : ended
  if (end.status !== 'success') {
    if (frame.spilled > 0) spareAtRefill(frame)
    unspill(frame)
    machine.reservoir = frame.baseline ?? machine.reservoir
  }
  if (end.status === 'halted') spendAll(frame)
  if (end.status !== 'success' && frame.checkpoint)
    rollBack(world, frame.checkpoint)
  observeEnd(machine, frame, end)
  leaveMemory(frame.memory)
  return end
}

/** Stores the code that initcode returned, which is paid by the byte. */
function deposit(machine: Machine, frame: Frame, end: End): End {
  const { world, rules } = machine
  const { output } = end
  const { codeByte, codeWord, state } = rules.prices
  if (output.length > rules.maxCode) return halt('max code size exceeded')
  if (output[0] === reservedByte)
    return halt('invalid code: must not begin with 0xef')
  const hashed = codeWord * wordsOf(output.length)
  if (!charge(frame, codeByte * output.length + hashed))
    return halt('out of gas')
  if (state && !chargeState(machine, frame, state.codeByte * output.length))
    return halt('out of gas')
  change(world, frame.account, 'code', toHex(output))
  return end
}
