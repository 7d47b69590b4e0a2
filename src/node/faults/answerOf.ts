import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Fault } from './fault.js'
import { faultTypeOf } from './faultTypes.js'

/**
 * The answer of a fault in place of the method's outcome, if there is one;
 * undefined if its type answers nothing itself.
 */
export function answerOf(fault: Fault, ran?: Outcome): Outcome | undefined {
  const { effect } = faultTypeOf(fault)
  return effect.type === 'answer' ? effect.answer(fault, ran) : undefined
}
