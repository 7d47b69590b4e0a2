import type { Body } from 'preseal/explore'

/** The tests that this page has, in the order of their import. */
export const declared: { readonly name: string; readonly body: Body }[] = []

/** In the playground, `explore` of `preseal/vitest`: its tests run on demand. */
export function explore(name: string, body: Body) {
  declared.push({ name, body })
}
