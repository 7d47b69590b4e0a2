import { type ListingErrorName, PresealError } from '../errors/errors.js'
import { type Problem, toOptionSentences } from './problem.js'

/** An error that names every option that is wrong. */
export abstract class ListingError extends PresealError {
  abstract override readonly name: ListingErrorName

  /** All that is wrong. */
  readonly problems: readonly Problem[]

  constructor(asked: string, problems: readonly Problem[]) {
    super(`${asked}: ${toOptionSentences(problems)}`)
    this.problems = problems
  }
}
