import type { Body, ExploreOptions } from 'preseal/explore'

export type Declared = {
  readonly name: string
  readonly body: Body
  readonly options: ExploreOptions
}

/** The tests that this page has, in the order of their import. */
export const declared: Declared[] = []

/** In the playground, `explore` of `preseal/vitest`: its tests run on demand. */
export function explore(
  name: string,
  body: Body,
  options: ExploreOptions = {},
) {
  declared.push({ name, body, options })
}
