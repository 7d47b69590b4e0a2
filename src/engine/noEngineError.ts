import { PresealError } from '../errors.js'
import type { Address } from '../hex/hex.js'

/** Thrown where bytecode would have to run, and nothing runs it. */
export class NoEngineError extends PresealError {
  override readonly name = 'NoEngineError'

  constructor(address: Address | null) {
    const what =
      address === null
        ? 'The code that creates a contract'
        : `The code of ${address}`
    super(
      `${what} is bytecode, and the node has no engine to run it. Write createMockNode({ engine: evm() }) with evm of "preseal/evm", or script what the transaction does.`,
    )
  }
}
