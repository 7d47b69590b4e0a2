import { PresealError } from '../errors/errors.js'

/** Thrown when fake timers and the clock of a node would part unnoticed. */
export class FakeTimersError extends PresealError {
  override readonly name = 'FakeTimersError'
}
