import { toHex } from '../../base/hex/hex.js'
import { change, rollBack } from '../../engine/world/world.js'
import { type End, type Frame, halt, isCreation } from './machine/frame.js'
import { charge, gasOf, spendAll } from './machine/gas.js'
import type { Machine } from './machine/machine.js'
import { leaveMemory } from './machine/memory.js'
import { observeEnd } from './machine/observe.js'

/** In bytes (EIP-170). */
const maxCode = 24_576
/** EIP-3541. */
const reservedByte = 0xef

/** Keeps the changes of a frame, or undoes them. */
export function settle(machine: Machine, frame: Frame, ended: End): End {
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
