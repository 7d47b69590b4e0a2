import type { Environment, Execution, Message } from '../engine.js'
import { floorGas } from '../intrinsicGas.js'
import { lower } from '../lower.js'
import type { World } from './world.js'

/** At most this part of the gas used comes back (EIP-3529). */
const refundQuotient = 5n

/**
 * Gas that a message has used in the end, given the gas left, and the gas that
 * it had spent beyond that.
 */
export function gasUsedBy(
  { refund }: World,
  environment: Environment,
  message: Message,
  left: bigint,
): Pick<Execution, 'gasUsed' | 'refund'> {
  const spent = message.gas - left
  const used = spent - lower(BigInt(refund), spent / refundQuotient)
  const floor = lower(floorGas(message, environment), message.gas)
  const gasUsed = used < floor ? floor : used
  return spent > gasUsed ? { gasUsed, refund: spent - gasUsed } : { gasUsed }
}
