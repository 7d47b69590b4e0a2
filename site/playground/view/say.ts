import { by } from './by.js'

/** Leaves a text to screen readers, which say it after all that they say now. */
export function say(text: string) {
  by('#said').textContent = text
}
