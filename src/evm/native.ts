import type {
  Native,
  NativeCall,
  NativeFrame,
  NativeResult,
  StateReader,
} from '../engine/engine.js'
import { toBytes, toHex } from '../hex/hex.js'
import {
  createFrame,
  type End,
  type Frame,
  halt,
  noCode,
  revert,
  succeed,
} from './machine/frame.js'
import { gasLeft, setGas } from './machine/gas.js'
import type { Machine } from './machine/machine.js'
import { toHash } from './machine/words.js'
import { targetOf } from './state/access.js'
import {
  accountOf,
  balanceOf,
  codeHexOf,
  nonceOf,
  readSlot,
  slotOf,
  type World,
  writeSlot,
} from './state/world.js'

/** Each has the stack of JavaScript to share, where 1,024 find no room. */
const maxWaiting = 128

type Run = (machine: Machine, frame: Frame) => End

/** Hands a frame to the function that stands for its code. */
export function runNative(
  machine: Machine,
  frame: Frame,
  native: Native,
  run: Run,
): End {
  const { world, environment, observer } = machine
  const { account, isStatic } = frame
  /** What a native does in vain in a static frame it learns at its end. */
  let isViolated = false
  const unlessStatic = (write: () => void) => {
    if (isStatic) isViolated = true
    else write()
  }
  const nativeFrame: NativeFrame = {
    address: account.address,
    codeAddress: frame.target.address,
    caller: frame.caller.address,
    value: frame.value,
    input: toHex(frame.input),
    gas: gasLeft(frame),
    isStatic,
    environment,
    state: readerOf(world),
    setSlot: (key, word) =>
      unlessStatic(() => {
        const position = BigInt(key)
        const slot = slotOf(account, position)
        const before = readSlot(world, account, position, slot)
        if (before !== BigInt(word)) writeSlot(world, slot, BigInt(word))
      }),
    emit: (topics, data) =>
      unlessStatic(() => {
        const written = { address: account.address, topics: [...topics], data }
        world.logs.push(written)
        observer?.log?.(written)
      }),
    call: (call) => {
      if (isStatic && (call.value ?? 0n) !== 0n) isViolated = true
      return callWithin(machine, frame, call, run)
    },
  }
  const { status, halt: reason, output, gasUsed } = native(nativeFrame)
  if (isViolated) return halt('static state change')
  if (reason !== undefined) return halt(reason)
  if (gasUsed > gasLeft(frame)) return halt('out of gas')
  setGas(frame, gasLeft(frame) - gasUsed)
  return status === 'success'
    ? succeed(toBytes(output))
    : revert(toBytes(output))
}

function callWithin(
  machine: Machine,
  frame: Frame,
  call: NativeCall,
  run: Run,
): NativeResult {
  if (machine.waitingNatives >= maxWaiting)
    return {
      status: 'reverted',
      halt: 'max call depth exceeded',
      output: '0x',
      gasUsed: 0n,
    }
  const { to, value = 0n, input = '0x', isStatic = false } = call
  const left = gasLeft(frame)
  const gas = call.gas !== undefined && call.gas < left ? call.gas : left
  const child = createFrame({
    type: isStatic ? 'STATICCALL' : 'CALL',
    parent: undefined,
    depth: frame.depth + 1,
    isStatic: isStatic || frame.isStatic,
    caller: frame.account,
    account: accountOf(machine.world, to),
    target: targetOf(machine, to).target,
    value,
    input: toBytes(input),
    code: noCode,
    outputAt: 0,
    outputLength: 0,
  })
  setGas(child, gas)
  machine.waitingNatives++
  const { status, reason, output } = run(machine, child)
  machine.waitingNatives--
  const gasUsed = gas - gasLeft(child)
  setGas(frame, left - gasUsed)
  return {
    status: status === 'success' ? 'success' : 'reverted',
    ...(reason !== undefined && { halt: reason }),
    output: toHex(output),
    gasUsed,
  }
}

/** The state as it is now, for those outside of the machine. */
function readerOf(world: World): StateReader {
  return {
    balance: (address) => balanceOf(world, accountOf(world, address)),
    nonce: (address) => nonceOf(world, accountOf(world, address)),
    code: (address) => codeHexOf(world, accountOf(world, address)),
    slot: (address, key) => {
      const account = accountOf(world, address)
      const position = BigInt(key)
      const slot = slotOf(account, position)
      return toHash(readSlot(world, account, position, slot))
    },
    hasStorage: (address) => {
      const account = accountOf(world, address)
      for (const { value } of account.slots.values())
        if (value !== undefined && value !== 0n) return true
      return !account.isCreated && world.reader.hasStorage(address)
    },
  }
}
