import { display } from '../../../base/hex/display.js'

/** An error, or any other value that was thrown or logged, as text. */
export function errorText(given: unknown): string {
  if (given instanceof Error)
    return `${given.name}: ${given.message.split('\n')[0]}`
  return typeof given === 'string' ? given : display(given)
}
