import { PresealError } from '../../../base/errors/errors.js'

export class DisposedError extends PresealError {
  override readonly name = 'DisposedError'

  constructor() {
    super('The node was disposed. Create another one with createMockNode.')
  }
}
