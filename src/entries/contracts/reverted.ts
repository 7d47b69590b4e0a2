import type { Hex } from 'viem'

/** Leaves a function; whoever runs it makes a revert of it. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super('The call reverts: let this pass, as revert leaves a function by it.')
    this.data = data
  }
}
