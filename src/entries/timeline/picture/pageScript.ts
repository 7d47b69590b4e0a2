/**
 * The script of a page. What bundles this file, for the package as for tests,
 * puts the bundle of `page.ts` here (`scripts/pageScript.ts`).
 */
export const pageScript: string =
  "document.body.append('Build preseal: from its sources, a page has no script.')"
