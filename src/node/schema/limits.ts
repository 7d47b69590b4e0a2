import * as z from 'zod/mini'
import type { Refuse } from '../../base/validation/problem.js'
import * as values from '../../base/validation/values.js'
import type { Limits } from '../faults/isWithin.js'
import { value } from './schema.js'

/** When a fault or a rule applies, and how often. */
export function limitFields() {
  const natural = z.optional(value(values.natural))
  return {
    since: natural,
    until: natural,
    skip: natural,
    times: z.optional(value(values.positive)),
  }
}

export function checkLimits(
  { since = 0, until }: Limits,
  refuse: Refuse,
): void {
  if (until !== undefined && until <= since)
    refuse({
      path: ['until'],
      given: `${until}`,
      expected: `more than "since", which is ${since}`,
    })
}
