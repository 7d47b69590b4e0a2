import { isEmptyHex, toHex } from '../../base/hex/hex.js'
import {
  balanceOf,
  beginContract,
  change,
  checkpoint,
  isTaken,
  nonceOf,
  rollBack,
  transfer,
  warmAccount,
} from '../../engine/world/world.js'
import { codeOf } from './machine/code.js'
import {
  type End,
  type Frame,
  halt,
  isCreation,
  none,
  refuse,
  spareAtCall,
  succeed,
} from './machine/frame.js'
import { charge, gasOf, giveBack, spendAll } from './machine/gas.js'
import { interpret } from './machine/interpret.js'
import { compute, type Machine } from './machine/machine.js'
import { leaveMemory, store } from './machine/memory.js'
import { observeBegin, observeEnd } from './machine/observe.js'
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
    resume(parent, frame, end)
    frame = parent
    next = undefined
  }
}

/** Gives the caller what a frame within it has come to. */
function resume(parent: Frame, child: Frame, end: End): void {
  const { status, output } = end
  const isDone = status === 'success'
  spareAtCall(parent, child, end)
  giveBack(child, parent)
  if (isCreation(child)) {
    parent.stack.push(isDone ? BigInt(child.account.address) : 0n)
    parent.returnData = isDone ? none : output
    return
  }
  parent.stack.push(isDone ? 1n : 0n)
  parent.returnData = output
  const length = Math.min(child.outputLength, output.length)
  store(parent.memory, child.outputAt, output, 0, length)
}

const maxDepth = 1_024
const maxNonce = 2n ** 64n - 1n

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

/** In bytes (EIP-170). */
const maxCode = 24_576
/** EIP-3541. */
const reservedByte = 0xef

/** Keeps the changes of a frame, or undoes them. */
function settle(machine: Machine, frame: Frame, ended: End): End {
  const { world } = machine
  const isNewCode = ended.status === 'success' && isCreation(frame)
  const end = isNewCode ? deposit(machine, frame, ended) : ended
  if (end.status === 'halted') spendAll(frame)
  if (end.status !== 'success' && frame.checkpoint)
    rollBack(world, frame.checkpoint)
  observeEnd(machine, frame, end)
  leaveMemory(frame.memory)
  return end
}

/** Stores the code that initcode returned, which is paid by the byte. */
function deposit({ world }: Machine, frame: Frame, end: End): End {
  const { output } = end
  if (output.length > maxCode) return halt('max code size exceeded')
  if (output[0] === reservedByte)
    return halt('invalid code: must not begin with 0xef')
  if (!charge(frame, gasOf.codeByte * output.length)) return halt('out of gas')
  change(world, frame.account, 'code', toHex(output))
  return end
}
