import { PresealError } from '../../errors.js'
import { display } from '../../hex/display.js'

/** Refuses what a preset, or `sequence`, was given unless it is right. */
export function check(
  isRight: boolean,
  preset: string,
  name: string,
  given: unknown,
  expected: string,
): asserts isRight {
  if (!isRight) throw new InvalidPresetError(preset, name, given, expected)
}

/** Thrown by presets and `sequence` for what no story can be made of. */
class InvalidPresetError extends PresealError {
  override readonly name = 'InvalidPresetError'

  constructor(preset: string, name: string, given: unknown, expected: string) {
    super(`${preset}: "${name}" is ${display(given)}, expected ${expected}.`)
  }
}
