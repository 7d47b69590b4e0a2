import { isPresealError } from '../../../src/base/errors/errors.js'

/** What is thrown, by name and message; `nothing` where nothing is. */
export function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (isPresealError(error)) return `${error.name}: ${error.message}`
    throw error
  }
  return 'nothing'
}

export const alice = `0x${'A1'.repeat(20)}` as const
export const bob = `0x${'B0'.repeat(20)}` as const
export const hash = `0x${'Fe'.repeat(32)}` as const

/** As a careful caller hands things in: nothing of it may be written to. */
export function deepFreeze<value>(value: value): value {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}
