type Observer = {
  observe(target: object, options: object): void
  takeRecords(): readonly unknown[]
  disconnect(): void
}

type Ambient = {
  readonly document?: object
  readonly MutationObserver?: new (callback: () => void) => Observer
}

/** Says whether the page changed since it was asked last, if there is one. */
export function watchPage() {
  const { document, MutationObserver } = globalThis as Ambient
  if (document === undefined || MutationObserver === undefined) return undefined
  let isChanged = false
  const observer = new MutationObserver(() => {
    isChanged = true
  })
  observer.observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  })
  return {
    takeChange(): boolean {
      const was = isChanged || observer.takeRecords().length > 0
      isChanged = false
      return was
    },
    stop: () => observer.disconnect(),
  }
}
