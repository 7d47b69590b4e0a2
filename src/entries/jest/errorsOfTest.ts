import { display } from '../../base/hex/display.js'
import type { TestError } from '../kit/index.js'
import type { ThrownInJest } from './jestState.js'
import { runningTest } from './runningTest.js'

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
