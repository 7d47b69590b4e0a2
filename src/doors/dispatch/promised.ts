import type { Outcome, RpcError } from '../../rpc/answers/outcome.js'

type Promised = { type: 'result'; value: Promise<unknown> }

export function isPromised(outcome: Outcome): outcome is Promised {
  return outcome.type === 'result' && outcome.value instanceof Promise
}

/** The outcome that a handler's promise stands for. */
export async function outcomeOfPromise(
  value: Promise<unknown>,
): Promise<Outcome> {
  try {
    return { type: 'result', value: await value }
  } catch (error) {
    return { type: 'error', error: error as RpcError }
  }
}
