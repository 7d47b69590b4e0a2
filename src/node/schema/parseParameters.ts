import { invalidParameters, toProblem } from '../../base/validation/problem.js'
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
    throw invalidParameters(verb, problems, subject)
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
    throw invalidParameters(verb, [
      {
        path: 'until',
        given: `${until}`,
        expected: `more than node.now, which is ${now}`,
      },
    ])
}
