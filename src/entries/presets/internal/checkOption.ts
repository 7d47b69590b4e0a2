import { PresealError } from '../../../base/errors/errors.js'
import { display } from '../../../base/hex/display.js'
import { type Problem, toSentences } from '../../../base/validation/problem.js'

/** Refuses an argument of a preset, or of `sequence`, that is not right. */
export function checkOption(
  isRight: boolean,
  preset: string,
  path: string,
  given: unknown,
  expected: string,
): asserts isRight {
  if (!isRight)
    throw new InvalidOptionsError(preset, [
      { path, given: display(given), expected },
    ])
}

/** Thrown by presets and `sequence` for invalid arguments. */
export class InvalidOptionsError extends PresealError {
  override readonly name = 'InvalidOptionsError'

  /** The mistakes. */
  readonly problems: readonly Problem[]

  constructor(preset: string, problems: readonly Problem[]) {
    super(`${preset}: ${toSentences(problems, ({ path }) => `"${path}"`)}`)
    this.problems = problems
  }
}
