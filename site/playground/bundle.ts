import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { entries } from '../../scripts/entries.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

const built = Object.fromEntries(
  entries.map(({ name, bundle }) => [
    `preseal${name.slice(1)}`,
    fileURLToPath(new URL(`../../dist/${bundle}.js`, import.meta.url)),
  ]),
)

/** The text of a module, as `?raw` means it. */
const raw: Plugin = {
  name: 'raw',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: new URL(path.slice(0, -4), `file://${resolveDir}/`).pathname,
      namespace: 'raw',
    }))
    onLoad({ filter: /.*/, namespace: 'raw' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }))
  },
}

/**
 * The files of the playground, by name. The library in it is that of `dist/`,
 * as users get it, or else of `src/`, which needs no build.
 */
export async function bundlePlayground(
  from: 'dist' | 'src',
): Promise<{ [name: string]: string }> {
  const { outputFiles } = await build({
    entryPoints: { playground: `${folder}main.ts` },
    // Otherwise esbuild finds the sources by the paths of tsconfig.json.
    ...(from === 'dist' && { alias: built, tsconfigRaw: {} }),
    bundle: true,
    // A classic script, as no browser loads a module from a file.
    format: 'iife',
    logLevel: 'error',
    minify: true,
    platform: 'browser',
    plugins: [raw],
    target: 'es2022',
    write: false,
  })
  const style = await readFile(`${folder}style.css`, 'utf8')
  return {
    'index.html': await readFile(`${folder}index.html`, 'utf8'),
    'playground.css': style,
    'playground.js': outputFiles.map(({ text }) => text).join(''),
  }
}
