import { readFile } from 'node:fs/promises'
import type { Options } from 'tsup'
import { defineConfig } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

// fake-timers looks up Node's own modules, but uses them only in `install()`,
// which this library never calls. Without the look-ups the bundle contains no
// `require` and loads in browsers, Bun and Deno as it is.
const replacements: [string, string][] = [
  ['require("@sinonjs/commons").global', '{ Date }'],
  ['typeof require === "function" && typeof module === "object"', 'false'],
  ['require("util").promisify', 'undefined'],
]

const portableFakeTimers: Plugin = {
  name: 'portable-fake-timers',
  setup(build) {
    build.onLoad({ filter: /fake-timers-src\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const [from, to] of replacements) {
        if (!contents.includes(from)) throw new Error(`No ${from} in ${path}`)
        contents = contents.replace(from, to)
      }
      return { contents }
    })
  },
}

const shared: Options = {
  target: 'es2022',
  sourcemap: true,
  splitting: false,
}

const anywhere: Options = {
  ...shared,
  format: ['esm', 'cjs'],
  // These entries run anywhere, so no module of Node may be resolved.
  platform: 'browser',
  tsconfig: 'tsconfig.build.json',
  dts: true,
}

export default defineConfig([
  {
    ...anywhere,
    entry: ['src/index.ts'],
    metafile: true,
    noExternal: [/.*/],
    esbuildPlugins: [portableFakeTimers],
  },
  { ...anywhere, entry: { presets: 'src/presets/index.ts' } },
])
