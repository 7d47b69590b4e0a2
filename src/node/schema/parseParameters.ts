import { PresealError } from '../../base/errors/errors.js'
import {
  type Problem,
  toProblem,
  toSentences,
} from '../../base/validation/problem.js'
import { parse, type Schema } from './schema.js'

/**
 * The canonical copy of what a verb was given.
 *
 * @param subject - What an argument that is no object is called.
 * @throws InvalidParametersError when something is wrong, naming all of it.
 */
export function parseParameters<parsed>(
  verb: string,
  schema: Schema<parsed, unknown>,
  given: unknown,
  subject?: string,
): parsed {
  const parsed = parse(schema, given)
  if (!parsed.ok) {
    const problems = parsed.refusals.map(toProblem)
    throw new InvalidParametersError(verb, problems, subject)
  }
  return parsed.value
}

/**
 * Refuses what could act on nothing, as its time is over when it is declared.
 *
 * @throws InvalidParametersError
 */
export function checkAhead(
  verb: string,
  { until }: { readonly until?: number | undefined },
  now: number,
) {
  if (until !== undefined && until <= now)
    throw new InvalidParametersError(verb, [
      {
        path: 'until',
        given: `${until}`,
        expected: `more than node.now, which is ${now}`,
      },
    ])
}

/** Thrown by a verb of the node for parameters that it cannot take. */
export class InvalidParametersError extends PresealError {
  override readonly name = 'InvalidParametersError'

  /** All that is wrong, in the order of the parameters. */
  readonly problems: readonly Problem[]

  constructor(verb: string, problems: readonly Problem[], subject?: string) {
    super(
      `${verb}: ${toSentences(problems, ({ path }) =>
        path === ''
          ? subject === undefined
            ? 'its argument'
            : `"${subject}"`
          : `"${path}"`,
      )}`,
    )
    this.problems = problems
  }
}
