import { checkNames, type Names } from '../../base/validation/problem.js'

/** @throws InvalidCaptureError for an option that the function does not have. */
export function checkOptions<options>(
  asked: string,
  given: unknown,
  names: Names<options>,
): void {
  checkNames(asked, given, names)
}
