import { isPresealError } from '../../base/errors/errors.js'
import type { StateSelector } from '../../base/hex/selector.js'
import {
  type CallContext,
  callContext,
  overrideContext,
} from '../../chain/calls/callContext.js'
import type {
  BlockOverrides,
  StateOverrides,
} from '../../chain/calls/callRequest.js'
import { isRefusal } from '../../chain/calls/refusal.js'
import type { Answer } from '../answers/outcome.js'
import { failed, notFound } from '../answers/result.js'
import type { View } from '../view/view.js'
import { refusalError, unansweredError } from './callError.js'

/** The answer in the context that a request asks for. */
export function answerIn<value>(
  { chain }: View,
  selector: StateSelector,
  accounts: StateOverrides | undefined,
  header: BlockOverrides | undefined,
  answer: (context: CallContext) => Answer<value>,
): Answer<value> {
  const found = callContext(chain, selector)
  if (found === undefined) return notFound(selector)
  const context = overrideContext(found, accounts, header)
  if (isRefusal(context)) return failed(refusalError(context))
  return unlessUnanswered(() => answer(context))
}

/** The answer, unless it needs what nobody here can run or knows. */
export function unlessUnanswered<value>(
  answer: () => Answer<value>,
): Answer<value> {
  try {
    return answer()
  } catch (thrown) {
    if (!isPresealError(thrown)) throw thrown
    return failed(unansweredError(thrown))
  }
}
