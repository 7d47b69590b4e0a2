import { pages } from './pages.js'

const prose = pages.map(({ text }) => text.replaceAll(/\s+/g, ' '))

/** Says that a page has this phrase, which the test at hand proves. */
export function says(phrase: string) {
  if (!prose.some((text) => text.includes(phrase)))
    throw new Error(`No page says "${phrase}".`)
}
