import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { JSDOM } from 'jsdom'
import { entries } from '../../scripts/entries.js'
import { firstTest, paymentTest } from './explored/paymentTest.js'
import type { Confirmations, Said } from './explored/result.js'
import type * as library from './library.js'

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
 * The README or a file with `?payment` is its test of a payment as text; with
 * `?payment=2` it is that test itself, whose page waits for so many blocks, and
 * which `explore` declares to the playground.
 */
const payments: Plugin = {
  name: 'payments',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?payment/ }, ({ path, resolveDir }) => ({
      path: fileURLToPath(new URL(path, `file://${resolveDir}/`)),
      suffix: /\?.*/.exec(path)?.[0] ?? '',
      namespace: 'payment',
    }))
    onResolve({ filter: /^preseal\/vitest$/, namespace: 'payment' }, () => ({
      path: `${folder}explored/declared.ts`,
    }))
    onLoad({ filter: /.*/, namespace: 'payment' }, async ({ path, suffix }) => {
      const whole = await readFile(path, 'utf8')
      const text = path.endsWith('.md') ? firstTest(whole) : whole
      const confirmations = Number(suffix.split('=')[1]) as Confirmations
      return Number.isNaN(confirmations)
        ? { contents: text, loader: 'text' as const }
        : {
            contents: paymentTest(text, confirmations),
            loader: 'ts' as const,
            resolveDir: folder,
          }
    })
  },
}

/**
 * The files of the playground, by name. The library in it is that of `dist/`,
 * as users get it, or else of `src/`, which needs no build.
 */
export async function bundlePlayground(
  from: 'dist' | 'src',
): Promise<{ [name: string]: string }> {
  const bundle = async (entry: string, options: BuildOptions = {}) => {
    const { outputFiles = [] } = await build({
      entryPoints: [`${folder}${entry}`],
      // Otherwise esbuild finds the sources by the paths of tsconfig.json.
      ...(from === 'dist' && { alias: built, tsconfigRaw: {} }),
      bundle: true,
      // A classic script, as no browser loads a module from a file.
      format: 'iife',
      logLevel: 'error',
      minify: true,
      platform: 'browser',
      plugins: [payments, raw],
      target: 'es2022',
      write: false,
      ...options,
    })
    return outputFiles.map(({ text }) => text).join('')
  }
  const script = await bundle('main.ts')
  /** A script that leaves a function, under its name, which makes all of it. */
  const bundleAs = (name: string) =>
    bundle(`${name}.ts`, {
      globalName: 'made',
      banner: { js: `var ${name}=function(){` },
      footer: { js: 'return made}' },
    })
  const library = await bundleAs('library')
  const page = await readFile(`${folder}index.html`, 'utf8')
  return {
    'index.html': await paint(page, script, library),
    'ethersLibrary.js': await bundleAs('ethersLibrary'),
    'library.js': library,
    'playground.css': await readFile(`${folder}style.css`, 'utf8'),
    'playground.js': script,
  }
}

/**
 * The page as its script leaves it once it has explored, so that a browser shows
 * that before, or without, the script.
 */
async function paint(
  page: string,
  script: string,
  libraryText: string,
): Promise<string> {
  const { window } = new JSDOM(page, { url: 'https://localhost/' })
  const { document, history, location } = window
  const left: () => typeof library = new Function(
    `${libraryText};return library`,
  )()
  const result = await left().exploreFirst()
  class Worker {
    onmessage = (_: { data: Said }) => {}
    postMessage() {
      this.onmessage({ data: { result } })
    }
    terminate() {}
  }
  const names = {
    window,
    document,
    history,
    location,
    globalThis: { library: left },
    Worker,
    addEventListener: () => {},
  }
  new Function(...Object.keys(names), script)(...Object.values(names))
  const { dataset } = document.documentElement
  const isDone = () => dataset.ready !== undefined
  for (let turn = 0; turn < 200 && !isDone(); turn++)
    await new Promise((done) => setTimeout(done, 10))
  const ran = document.querySelector('#ran')
  if (!isDone() || ran === null || !/browser$/.test(`${ran.textContent}`))
    throw new Error(`The playground has painted nothing: ${ran?.textContent}`)
  ran.textContent = 'when this page was built'
  delete dataset.ready
  const painted = `<!doctype html>\n${document.documentElement.outerHTML}\n`
  window.close()
  return painted
}
