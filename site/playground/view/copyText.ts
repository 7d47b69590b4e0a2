import { by, say } from './page.js'

/**
 * Copies what an element has, and says what became of it. A page that may not
 * write to the clipboard, or has none, as one from `http:` has, selects it.
 */
export async function copyText(from: Element): Promise<string> {
  try {
    await navigator.clipboard.writeText(from.textContent ?? '')
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(from)
    // Deprecated, and all there is outside of secure contexts.
    return document.execCommand('copy') ? 'Copied' : 'Selected, copy it now'
  }
}

/** A button whose click copies, and says so for a while. */
export function copies(id: string, copy: () => Promise<string>) {
  const text = by(id).textContent
  by(id).addEventListener('click', async () => {
    const said = await copy()
    by(id).textContent = said
    say(said)
    setTimeout(() => {
      by(id).textContent = text
    }, 1_600)
  })
}
