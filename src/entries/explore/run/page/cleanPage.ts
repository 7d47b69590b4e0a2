type Store = { clear(): void }

type Ambient = {
  readonly document?: { readonly body?: { replaceChildren(): void } | null }
  readonly localStorage?: Store
  readonly sessionStorage?: Store
}

/** Takes off the page, and out of its stores, what a run left there. */
export function cleanPage(): void {
  const ambient = globalThis as Ambient
  if (ambient.document === undefined) return
  ambient.document.body?.replaceChildren()
  ambient.localStorage?.clear()
  ambient.sessionStorage?.clear()
}
