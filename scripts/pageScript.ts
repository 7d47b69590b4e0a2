// Bundles the script of a timeline's page to the text that its module exports.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = 'src/entries/timeline/picture'

/** The module that is text. */
export const pageModule = /timeline.picture.pageScript\.ts$/

export async function bundlePage(): Promise<string> {
  const entry = new URL(`../${folder}/page.ts`, import.meta.url)
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // The page has names of its own, such as `first`.
    charset: 'ascii',
    write: false,
  })
  // No text of the script can end the element that holds it.
  const text = `${outputFiles[0]?.text}`.trim().replaceAll('</', '<\\/')
  return `export const pageScript = ${JSON.stringify(text)}`
}

/** For vitest. */
export const pageAsText = {
  name: 'page-as-text',
  enforce: 'pre' as const,
  load: (id: string) =>
    pageModule.test(id) ? bundlePage() : Promise.resolve(undefined),
}
