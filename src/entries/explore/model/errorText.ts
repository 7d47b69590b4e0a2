import { display } from '../../../base/hex/display.js'

/** What was thrown or logged, in a line; safe for any value. */
export function errorText(given: unknown): string {
  if (given instanceof Error)
    return `${given.name}: ${given.message.split('\n')[0]}`
  return typeof given === 'string' ? given : display(given)
}
