import type { Dialect } from '../../base/validation/amounts.js'
import type { Refusal } from '../../base/validation/problem.js'
import { parse } from '../schema/schema.js'
import { optionsSchema, type Profile, type ProfileOptions } from './options.js'
import { profiles } from './profile.js'

/** A profile with canonical options, or all that is wrong with it. */
export function readProfile(
  given: unknown,
  dialect: Dialect,
): { value?: Profile; refusals: readonly Refusal[] } {
  if (given === undefined) return { refusals: [] }
  const checked = profiles[dialect].check(given)
  if (!checked.ok) return { refusals: [{ ...checked, path: ['profile'] }] }
  const profile = checked.value as Profile
  const parsed = parse(optionsSchema(dialect), profile.options)
  if (!parsed.ok)
    return {
      refusals: parsed.refusals.map((refusal) => ({
        ...refusal,
        path: ['profile', 'options', ...(refusal.path ?? [])],
      })),
    }
  const options = parsed.value as ProfileOptions
  return { value: { ...profile, options }, refusals: [] }
}
