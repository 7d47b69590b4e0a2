import { display } from './display.js'

/** The message of any thrown value; safe for all of them. */
export function reason(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  try {
    if (typeof thrown !== 'object' || thrown === null) return display(thrown)
    const { message } = thrown as { message?: unknown }
    return typeof message === 'string' ? message : display(thrown)
  } catch {
    return 'an error that cannot be read'
  }
}
