import type { Hex } from 'viem'

/** Leaves a function; whoever runs it makes a revert of it. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super(
      'The call reverts: revert throws this error to leave the function, so do not catch it.',
    )
    this.data = data
  }
}
