import { PresealError } from '../../../base/errors/errors.js'

export class ReentrantCallError extends PresealError {
  override readonly name = 'ReentrantCallError'

  constructor(verb: string) {
    super(
      `node.${verb} was called from inside a listener, where time stands still. Call it after the method that moved time has returned.`,
    )
  }
}
