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

// What stands in `dist/` already is not bundled a second time.
const builtEntries: Plugin = {
  name: 'built-entries',
  setup(build) {
    const extension = build.initialOptions.format === 'cjs' ? 'cjs' : 'js'
    const built = (filter: RegExp, name: string) =>
      build.onResolve({ filter }, () => ({
        path: `./${name}.${extension}`,
        external: true,
      }))
    built(/^\.\.\/index\.js$/, 'index')
    built(/^\.\.\/server\/index\.js$/, 'server')
    built(/^\.\.\/record\/index\.js$/, 'record')
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
  noExternal: [/.*/],
}

const onNode: Options = {
  ...shared,
  platform: 'node',
  removeNodeProtocol: false,
  esbuildPlugins: [builtEntries],
}

export default defineConfig([
  {
    ...anywhere,
    entry: { index: 'src/index.ts', stream: 'src/stream/index.ts' },
    metafile: true,
    esbuildPlugins: [portableFakeTimers],
  },
  {
    ...anywhere,
    entry: { record: 'src/record/index.ts' },
    esbuildPlugins: [builtEntries],
  },
  // Alone, so that its declarations share no chunk with those of others.
  { ...anywhere, entry: { presets: 'src/presets/index.ts' } },
  { ...anywhere, entry: { evm: 'src/evm/index.ts' } },
  {
    ...onNode,
    entry: { server: 'src/server/index.ts' },
    format: ['esm', 'cjs'],
    dts: true,
  },
  { ...onNode, entry: { cli: 'src/cli/cli.ts' }, format: ['esm'] },
])
