import type { Issue } from '../../base/hex/parse.js'
import type { Dialect } from '../../base/validation/amounts.js'
import { readObject } from '../../base/validation/read.js'
import { parse } from '../schema/schema.js'
import { profiles } from './fields/profile.js'
import { optionsSchema, type Profile, type ProfileOptions } from './options.js'

/** A profile with canonical options, or all that is wrong with it. */
export function readProfile(
  given: unknown,
  dialect: Dialect,
): { value?: Profile; refusals: readonly Issue[] } {
  if (given === undefined) return { refusals: [] }
  const checked = profiles[dialect].check(given)
  if (!checked.ok) return { refusals: [{ ...checked, path: ['profile'] }] }
  const profile = checked.value as Profile
  const read = readObject(profile.options, 'an object of options')
  if (!read.ok) return { refusals: [{ ...read, path: inside }] }
  const parsed = parse(optionsSchema(dialect), read.value)
  if (!parsed.ok)
    return {
      refusals: parsed.refusals.map(({ path = [], ...refusal }) => ({
        ...refusal,
        path: [...inside, ...path],
      })),
    }
  const options = parsed.value as ProfileOptions
  return { value: { ...profile, options }, refusals: [] }
}

const inside = ['profile', 'options']
