import { PresealError } from '../../../base/errors/errors.js'

export function reentrantCallError(
  verb: string,
): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    `node.${verb} was called from inside a listener, where time stands still. Call it after the method that moved time has returned.`,
    { reason: 'listener' },
  )
}
