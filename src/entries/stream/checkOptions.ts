import { checkNames, type Names } from '../../base/validation/checkNames.js'
import { InvalidStreamError } from './readStream.js'

/** @throws InvalidStreamError for an option that the function does not have. */
export function checkOptions<options>(
  asked: string,
  given: unknown,
  names: Names<options>,
): void {
  checkNames(asked, given, names, (text) => new InvalidStreamError(text))
}
