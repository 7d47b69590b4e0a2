import type { Request } from '../loops.js'

/** Answers by method, last parameter and first parameter. */
export type FloorAnswers = ReadonlyMap<
  string,
  ReadonlyMap<unknown, ReadonlyMap<unknown, unknown>>
>

/**
 * The least that a stub can do: three look-ups, and a copy of what a caller
 * could edit. It reads no other parameter and checks nothing.
 */
export function createFloor(
  answers: FloorAnswers,
  copy: (value: never) => unknown,
): Request {
  return async ({ method, params }) => {
    const last = params[params.length - 1]
    const answer = answers.get(method)?.get(last)?.get(params[0])
    return typeof answer === 'object' ? copy(answer as never) : answer
  }
}
