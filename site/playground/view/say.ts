import { by } from './by.js'

/**
 * Leaves a text to screen readers, which say it after all that they say now.
 * The page has no other live region: an `<output>` would say each frame.
 */
export function say(text: string) {
  by('#said').textContent = text
}
