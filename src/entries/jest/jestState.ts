import { display } from '../../base/hex/display.js'
import type { TestError } from '../kit/index.js'

/** An error; or what was thrown, and an error made where it was. */
type ThrownInJest = TestError | [thrown: unknown, place: TestError]

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

/**
 * The test that runs, null between tests; undefined if jest keeps it elsewhere.
 */
export function runningTest() {
  return jestState()?.currentlyRunningTest
}

/**
 * Has a hook of the file run behind all others. jest runs them in the order in
 * which they came: a kit that is imported first would end a test whose
 * application testing-library has not unmounted yet.
 */
export function runLast(hook: () => void): void {
  const hooks = jestState()?.rootDescribeBlock?.hooks
  const at = hooks?.findIndex(({ fn }) => fn === hook) ?? -1
  if (at >= 0) hooks?.push(...hooks.splice(at, 1))
}

/** Errors by which the running test has failed. */
export function errorsOfTest(): readonly TestError[] {
  return (runningTest()?.errors ?? [])
    .map((thrown) => (Array.isArray(thrown) ? ofPair(thrown) : thrown))
    .filter((error) => typeof error?.message === 'string')
}

type Pair = Extract<ThrownInJest, readonly unknown[]>

/**
 * A thrown value that is no error, such as the text of a time-out, takes the
 * error beside it that has its place.
 */
function ofPair(thrown: Pair): TestError {
  const [error, place] = thrown
  const { message } = Object(error) as TestError
  if (message !== undefined || place?.message === undefined)
    return error as TestError
  const text = typeof error === 'string' ? error : `thrown: ${display(error)}`
  const frames = place.stack?.replace(/^(?! {4}at ).*\n/gm, '') ?? ''
  return {
    get message() {
      return thrown[0] === place ? place.message : text
    },
    set message(message) {
      place.message = message
      place.stack = `Error: ${message}\n${frames}`
      thrown[0] = place
    },
  }
}
