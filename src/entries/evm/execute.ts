import { createdAddress } from '../../base/codec/rlp.js'
import { toBytes, toHex } from '../../base/hex/hex.js'
import type {
  Environment,
  Execution,
  Message,
  StateReader,
} from '../../engine/engine.js'
import { intrinsicGas } from '../../engine/gas.js'
import type { Observer } from '../../engine/observer.js'
import {
  accountOf,
  authorize,
  change,
  changesOf,
  createWorld,
  gasUsedBy,
  slotOf,
  warmAccount,
  warmSlot,
} from '../../engine/world/world.js'
import { targetOf } from './machine/access.js'
import { type Code, createCode } from './machine/code.js'
import {
  createFrame,
  type Frame,
  halt,
  noCode,
  none,
  spareOf,
  type Target,
} from './machine/frame.js'
import { gasLeft, setGas } from './machine/gas.js'
import { checkUnits, type Machine, type Rules } from './machine/machine.js'
import { run } from './run.js'

export function execute(
  rules: Rules,
  state: StateReader,
  environment: Environment,
  message: Message,
  observer: Observer | undefined,
  isNested: boolean,
  computeUnitLimit: number,
): Execution {
  const world = createWorld(state)
  const machine: Machine = {
    world,
    environment,
    rules,
    observer,
    isNested,
    observedGas: [],
    computeUnitLimit,
    computeUnits: 0,
    waitingNatives: 0,
  }
  const intrinsic = intrinsicGas(message)
  warm(machine, message)
  change(world, accountOf(world, message.from), 'nonce', message.nonce + 1n)
  for (const signed of message.authorizationList)
    authorize(world, environment, signed)
  const frame = createFirst(machine, message)
  const left = message.gas - intrinsic
  setGas(frame, left < 0n ? 0n : left)
  const end = left < 0n ? halt('intrinsic gas too low') : run(machine, frame)
  // A native contract can catch what was thrown within it.
  checkUnits(machine)
  const { status, output, reason } = end
  const spare = status === 'success' ? spareOf(frame) : undefined
  const isCreated = status === 'success' && message.to === null
  return {
    status: status === 'success' ? 'success' : 'reverted',
    ...(reason !== undefined && { halt: reason }),
    output: toHex(output),
    ...gasUsedBy(world, environment, message, gasLeft(frame)),
    ...(spare !== undefined && { leastGas: message.gas - spare }),
    logs: world.logs,
    contractAddress: isCreated ? frame.account.address : null,
    changes: changesOf(world, environment.miner),
  }
}

/** Warms the addresses of EIP-2929, 2930 and 3651 at the start. */
function warm({ world, environment }: Machine, message: Message): void {
  const { from, to, accessList } = message
  warmAccount(world, accountOf(world, from))
  if (to !== null) warmAccount(world, accountOf(world, to))
  warmAccount(world, accountOf(world, environment.miner))
  for (const { address, storageKeys } of accessList) {
    const account = accountOf(world, address)
    warmAccount(world, account)
    for (const key of storageKeys) warmSlot(world, slotOf(account, BigInt(key)))
  }
}

function createFirst(machine: Machine, message: Message): Frame {
  const { to, data } = message
  if (to === null) {
    const address = createdAddress(message.from, message.nonce)
    const target = { address, hex: undefined, precompile: undefined }
    const code = createCode(toBytes(data))
    return firstFrame(machine, message, 'CREATE', target, none, code)
  }
  const { world } = machine
  const { target, delegate } = targetOf(machine, accountOf(world, to))
  if (delegate !== undefined) warmAccount(world, accountOf(world, delegate))
  return firstFrame(machine, message, 'CALL', target, toBytes(data), noCode)
}

function firstFrame(
  { world }: Machine,
  { from, value }: Message,
  type: 'CALL' | 'CREATE',
  target: Target,
  input: Uint8Array,
  code: Code,
): Frame {
  return createFrame({
    type,
    parent: undefined,
    depth: 0,
    isStatic: false,
    caller: accountOf(world, from),
    account: accountOf(world, target.address),
    target,
    value,
    input,
    code,
    outputAt: 0,
    outputLength: 0,
  })
}
