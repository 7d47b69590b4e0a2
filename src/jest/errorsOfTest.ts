import type { TestError } from '../kit/index.js'

/** Of what jest knows of the test that runs. */
type State = {
  readonly currentlyRunningTest?: {
    readonly errors: readonly (TestError | readonly [TestError, unknown])[]
  } | null
}

/**
 * What the test that runs has failed by. jest tells no hook, so it is read where
 * jest keeps it; none where it is kept elsewhere.
 */
export function errorsOfTest(): readonly TestError[] {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  if (key === undefined) return []
  const state = (globalThis as Record<symbol, unknown>)[key] as State
  const errors = state.currentlyRunningTest?.errors ?? []
  return errors
    .map((error) => (Array.isArray(error) ? error[0] : error))
    .filter((error) => typeof error?.message === 'string')
}
