const name = 'story'

/** The story that the address of the page names, such as `#story=payment`. */
export function storyInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name)
}

/** Names a story there, so that a reload or a link leads to it; null for none. */
export function nameInAddress(id: string | null) {
  // Without an entry of the history: the button to go back leaves the page.
  history.replaceState(null, '', id === null ? '#' : `#${name}=${id}`)
}
