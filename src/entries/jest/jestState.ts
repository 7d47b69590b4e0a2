import type { TestError } from '../kit/index.js'

/** An error; or what was thrown, and an error made where it was. */
export type ThrownInJest = TestError | [thrown: unknown, place: TestError]

/** Jest's state of the running test. */
type RunningTest = { readonly errors: readonly ThrownInJest[] }

/** The block around tests, and its hooks in the order in which they run. */
type Block = { readonly hooks: { readonly fn: unknown }[] }

type State = {
  readonly rootDescribeBlock?: Block
  readonly currentlyRunningTest?: RunningTest | null
  /** Tests have a copy of `process`, which hears of nothing. */
  readonly parentProcess?: object | null
}

/** jest tells no hook, so it is read where jest keeps it. */
export function jestState(): State | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  if (key === undefined) return undefined
  return (globalThis as Record<symbol, unknown>)[key] as State
}
