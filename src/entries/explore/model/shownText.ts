import { textOf } from './textOf.js'

/** As it was seen, for people. */
export function shownText(value: unknown): string {
  return typeof value === 'bigint' ? `${value}` : textOf(value)
}
