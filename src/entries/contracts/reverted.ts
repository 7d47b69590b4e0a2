import type { Hex } from 'viem'

/** Leaves a function; whoever runs it makes a revert of it. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super(
      'The call reverts: do not catch this error, by which revert leaves a function.',
    )
    this.data = data
  }
}
