import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { JSDOM } from 'jsdom'
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
  const script = outputFiles.map(({ text }) => text).join('')
  const page = await readFile(`${folder}index.html`, 'utf8')
  return {
    'index.html': await paint(page, script),
    'playground.css': await readFile(`${folder}style.css`, 'utf8'),
    'playground.js': script,
  }
}

/**
 * The page as its script leaves it at the first moment worth a look, so that a
 * browser shows that before, or without, the script.
 */
async function paint(page: string, script: string): Promise<string> {
  const { window } = new JSDOM(page, { url: 'https://localhost/' })
  const { document, history, location, Option } = window
  const names = {
    window,
    document,
    history,
    location,
    Option,
    addEventListener: () => {},
    matchMedia: () => ({ matches: true }),
  }
  new Function(...Object.keys(names), script)(...Object.values(names))
  const { dataset } = document.documentElement
  const isDone = () => dataset.ready !== undefined
  for (let turn = 0; turn < 200 && !isDone(); turn++)
    await new Promise((done) => setTimeout(done, 10))
  if (!isDone()) throw new Error('The playground has painted nothing.')
  delete dataset.ready
  const painted = `<!doctype html>\n${document.documentElement.outerHTML}\n`
  window.close()
  return painted
}
