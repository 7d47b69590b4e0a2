import type { TestError } from '../kit/index.js'

/** An error; or what was thrown, and an error made where it was. */
export type ThrownInJest = TestError | [thrown: unknown, place: TestError]

/** Of what jest knows of the test that runs. */
type RunningTest = { readonly errors: readonly ThrownInJest[] }

type State = { readonly currentlyRunningTest?: RunningTest | null }

/**
 * The test that runs, null between tests. jest tells no hook, so it is read
 * where jest keeps it; undefined where it is kept elsewhere.
 */
export function runningTest(): RunningTest | null | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  if (key === undefined) return undefined
  const state = (globalThis as Record<symbol, unknown>)[key] as State
  return state.currentlyRunningTest
}
