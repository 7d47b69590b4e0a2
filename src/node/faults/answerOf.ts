import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Fault } from './fault.js'
import { faultTypeOf } from './types/faultTypes.js'

/**
 * What a fault answers in the place of what ran, if anything did; undefined
 * where its type answers nothing itself.
 */
export function answerOf(fault: Fault, ran?: Outcome): Outcome | undefined {
  const { effect } = faultTypeOf(fault)
  return effect.type === 'answer' ? effect.answer(fault, ran) : undefined
}
