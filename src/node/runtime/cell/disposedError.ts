import { PresealError } from '../../../base/errors/errors.js'

export function disposedError(): PresealError<'DisposedError'> {
  return new PresealError(
    'DisposedError',
    'The node was disposed. Create another one with createMockNode.',
  )
}
