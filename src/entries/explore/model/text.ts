import { display } from '../../../base/hex/display.js'

/** A look as text, for comparison. */
export function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) =>
      typeof inner === 'bigint'
        ? `${inner}n`
        : inner instanceof Error
          ? `${inner}`
          : inner,
    ) ?? `${value}`
  )
}

/** As it was seen, for people. */
export function shownText(value: unknown): string {
  return typeof value === 'bigint' ? `${value}` : textOf(value)
}

/** An error, or any other value that was thrown or logged, as text. */
export function errorText(given: unknown): string {
  if (given instanceof Error)
    return `${given.name}: ${given.message.split('\n')[0]}`
  return typeof given === 'string' ? given : display(given)
}
