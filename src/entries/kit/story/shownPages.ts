import type { MockNode } from '../../../index.js'
import type { ShownAt } from '../../timeline/index.js'

type Walker = { nextNode(): { readonly textContent: string | null } | null }

type Page = {
  readonly body: { readonly innerHTML: string } | null
  createTreeWalker(root: object, what: number): Walker
}

type Ambient = {
  readonly document?: Page
  readonly MutationObserver?: new (
    callback: () => void,
  ) => {
    observe(target: object, options: object): void
    disconnect(): void
  }
}

/** Texts alone, of the kinds that a walker visits. */
const texts = 4

/**
 * Remembers what the page of a test shows, whenever it changes. Returns a
 * function that ends it and says what that was; undefined without a page.
 */
export function watchShown(
  node: MockNode,
): (() => readonly ShownAt[]) | undefined {
  const { document, MutationObserver } = globalThis as Ambient
  if (document === undefined || MutationObserver === undefined) return undefined
  const shown: ShownAt[] = []
  const look = () => {
    const { body } = document
    if (body === null) return
    const page = textOf(document, body)
    if (page === (shown.at(-1)?.values.page ?? '')) return
    shown.push({ at: node.now, values: { page }, html: body.innerHTML })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, {
    characterData: true,
    childList: true,
    subtree: true,
  })
  return () => {
    observer.disconnect()
    // What cleans up after a test takes the page away before it is reported.
    return shown.at(-1)?.values.page === '' ? shown.slice(0, -1) : shown
  }
}

function textOf(document: Page, body: object): string {
  const walker = document.createTreeWalker(body, texts)
  const found: string[] = []
  for (let one = walker.nextNode(); one !== null; one = walker.nextNode()) {
    const text = one.textContent?.trim() ?? ''
    if (text !== '') found.push(text)
  }
  return found.join(' ')
}
