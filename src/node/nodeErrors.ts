import { PresealError } from '../errors.js'

export class InsideListenerError extends PresealError {
  override readonly name = 'InsideListenerError'

  constructor(verb: string) {
    super(
      `node.${verb} was called from inside a listener, where time stands still. Call it after the verb that moved time has returned.`,
    )
  }
}

export class DisposedError extends PresealError {
  override readonly name = 'DisposedError'

  constructor() {
    super('The node was disposed. Create another one with createMockNode.')
  }
}

export class NothingAheadError extends PresealError {
  override readonly name = 'NothingAheadError'

  constructor(verb: string, what: string) {
    super(
      `node.${verb}: the clock brings no further ${what}, as option "sealing" is "scripted". Call node.advance, or let a step of type "seal" come.`,
    )
  }
}
