import type { TestError } from '../kit/index.js'
import { runningTest, type ThrownInJest } from './runningTest.js'

/** What the test that runs has failed by. */
export function errorsOfTest(): readonly TestError[] {
  return (runningTest()?.errors ?? [])
    .map((thrown) => (Array.isArray(thrown) ? ofPair(thrown) : thrown))
    .filter((error) => typeof error?.message === 'string')
}

type Pair = Extract<ThrownInJest, readonly unknown[]>

/** Of a time-out there is only text, and beside it an error with its place. */
function ofPair(thrown: Pair): TestError {
  const [error, place] = thrown
  if (typeof error !== 'string' || place?.message === undefined)
    return error as TestError
  const frames = place.stack?.replace(/^(?! {4}at ).*\n/gm, '') ?? ''
  return {
    get message() {
      return thrown[0] === place ? place.message : error
    },
    set message(message) {
      place.message = message
      place.stack = `Error: ${message}\n${frames}`
      thrown[0] = place
    },
  }
}
