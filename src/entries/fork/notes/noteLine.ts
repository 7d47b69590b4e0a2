import type { Fork } from '../../../index.js'

export type ForkNote = Parameters<NonNullable<Fork['note']>>[0]

/** Integers as strings that no other field can hold. */
const integer = /^\d+n$/

export function formatNote(note: ForkNote): string {
  return JSON.stringify(note, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** @throws for what `formatNote` has not written. */
export function parseNote(line: string): ForkNote {
  return JSON.parse(line, (_, value) =>
    typeof value === 'string' && integer.test(value)
      ? BigInt(value.slice(0, -1))
      : value,
  )
}
