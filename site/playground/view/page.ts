/** An element of the page, which has it. */
export function by<type extends Element = HTMLElement>(selector: string): type {
  const found = document.querySelector<type>(selector)
  if (found === null) throw new Error(`The page has no ${selector}.`)
  return found
}

/** A button with a text, and what a click on it does. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', act)
  return made
}

/**
 * Leaves a text to screen readers, which say it after all that they say now.
 * The page has no other live region: an `<output>` would say each frame.
 */
export function say(text: string) {
  by('#said').textContent = text
}
