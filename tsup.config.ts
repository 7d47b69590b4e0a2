import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, relative, resolve } from 'node:path'
import { transform } from 'esbuild'
import type { Options } from 'tsup'
import { defineConfig } from 'tsup'
import { makeOnFirstUse } from './scripts/build/onFirstUse.js'
import { patchedSource } from './scripts/build/patches.js'
import { type Entry, entries, loaded } from './scripts/entries.js'
import { bundlePage, pageModule } from './scripts/pageScript.js'
import { readingMethods } from './src/entries/stream/readingMethods.js'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]
type Renderer = NonNullable<Options['plugins']>[number]

// Of what is inlined from other packages, names and space are made short: it is
// loaded by every test file of every user, and nobody reads it there.
const inlinedPackages: Plugin = {
  name: 'inlined-packages',
  setup(build) {
    build.onLoad({ filter: /node_modules\/.*\.js$/ }, async ({ path }) => {
      const contents = patchedSource(path, await readFile(path, 'utf8'))
      // Modules keep the marks by which what nobody uses is left out.
      if (/^(import|export) /m.test(contents)) return { contents }
      const { code } = await build.esbuild.transform(contents, {
        // No loader of AMD modules takes part.
        define: { define: 'undefined' },
        target: 'es2022',
        minify: true,
        legalComments: 'none',
      })
      return { contents: code }
    })
  },
}

// What is left of inlined modules is made short at last. esbuild heads each
// module in a bundle with its path; names at the top stay, as ours use them.
const shortenModules: Renderer = {
  name: 'shorten-modules',
  async renderChunk(code) {
    const modules = code.split(/^(?=\/\/ (?:src|node_modules)\/)/m)
    const shortened = modules.map(async (module) => {
      if (!module.startsWith('// node_modules/')) return module
      const short = await transform(module, {
        target: 'es2022',
        minify: true,
        legalComments: 'none',
      })
      return module.slice(0, module.indexOf('\n') + 1) + short.code
    })
    return { code: (await Promise.all(shortened)).join('') }
  },
}

/** Of the main entry alone, which every test file loads. */
const tablesOnFirstUse: Renderer = {
  name: 'tables-on-first-use',
  async renderChunk(code, { path }) {
    const [, format] = /^index\.(js|cjs)$/.exec(basename(path)) ?? []
    return format === undefined
      ? undefined
      : { code: await makeOnFirstUse(code, format) }
  },
}

const all: readonly Omit<Entry, 'name' | 'what'>[] = [...entries, ...loaded]

// What stands in `dist/` already is not bundled a second time.
const builtBundles = (bundles: readonly string[]): Plugin => ({
  name: 'built-bundles',
  setup(build) {
    const extension = build.initialOptions.format === 'cjs' ? 'cjs' : 'js'
    const built = all.filter(({ bundle }) => bundles.includes(bundle))
    build.onResolve({ filter: /^\..*\/index\.js$/ }, ({ path, resolveDir }) => {
      const source = relative(
        import.meta.dirname,
        resolve(resolveDir, path),
      ).replace(/js$/, 'ts')
      const found = built.find((entry) => entry.source === source)
      return found && { path: `./${found.bundle}.${extension}`, external: true }
    })
  },
})

// Of the table of methods, `stream` needs some names, and none of the code that
// answers them: these are written into its bundle as they are.
const listOfMethods: Plugin = {
  name: 'list-of-methods',
  setup(build) {
    build.onLoad({ filter: /src.entries.stream.readingMethods\.ts$/ }, () => ({
      contents: `export const readingMethods = ${JSON.stringify(readingMethods)}`,
    }))
  },
}

// A runner's package is imported only once its runner is known to run, which a
// module awaits. CommonJS has `require` for it.
const awaitedRunners: Plugin = {
  name: 'awaited-runners',
  setup(build) {
    if (build.initialOptions.format !== 'cjs') return
    const adapters = /src.entries.(vitest|jest|bun|nodeTest).\w+\.ts$/
    build.onLoad({ filter: adapters }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        'await import(',
        'require(',
      ),
      loader: 'ts',
    }))
  },
}

/** The script of a timeline's page is a bundle of its own, carried as text. */
const pageAsText: Plugin = {
  name: 'page-as-text',
  setup(build) {
    build.onLoad({ filter: pageModule }, async () => ({
      contents: await bundlePage(),
    }))
  },
}

// ws is written for `require`: its modules of Node are imported under the names
// that no package can have, and what it can do without is left out.
const socketPackage: Plugin = {
  name: 'socket-package',
  setup(build) {
    build.onResolve({ filter: /^[a-z]+$/ }, ({ path, importer }) =>
      importer.includes('/node_modules/ws/') && isBuiltin(path)
        ? { path: `node:${path}`, external: true }
        : undefined,
    )
    build.onResolve(
      { filter: /^(bufferutil|utf-8-validate)$/ },
      ({ path }) => ({
        path,
        namespace: 'left-out',
      }),
    )
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is left out')`,
    }))
  },
}

/** What is inlined for `require` finds one in a module, too. */
const requireInModules =
  "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);"

// Every test file of every user parses a bundle, so names inside functions and
// the space between tokens are short. Functions keep their names and lines stay
// short, so that a stack trace can be read without source maps.
const shared: Options = {
  target: 'es2022',
  splitting: false,
  minify: 'terser',
  terserOptions: {
    compress: false,
    mangle: {
      module: false,
      toplevel: false,
      keep_fnames: true,
      keep_classnames: true,
    },
    format: {
      // A character beyond Latin-1 has V8 keep and scan the file in two bytes.
      ascii_only: true,
      ecma: 2020,
      max_line_len: 120,
      preserve_annotations: true,
      // scripts/build/licenses.mjs reads which packages a bundle holds.
      comments: /^ node_modules\//,
    },
  },
}

const node: Options = { platform: 'node', removeNodeProtocol: false }

const nodeEntry: Options = {
  ...node,
  banner: ({ format }) => (format === 'esm' ? { js: requireInModules } : {}),
}

// These entries run anywhere, so no module of Node may be resolved.
const anywhere = (needs: readonly string[] = []): Options => ({
  platform: 'browser',
  // Only by it `node:test` is found.
  removeNodeProtocol: false,
  tsconfig: 'scripts/build/tsconfig.browser.json',
  external: [...needs],
  noExternal: [new RegExp(`^(?!(?:${needs.join('|') || '$'})(?:/|$))`)],
})

/** jest refuses `import()` in what it runs as CommonJS. */
const loadByRequire: NonNullable<Options['esbuildOptions']> = (
  options,
  { format },
) => {
  if (format === 'cjs') options.supported = { 'dynamic-import': false }
}

/** Where scripts/build/tsconfig.types.json has declarations written, for as long as a build. */
const declarations = 'dist/types'

export default defineConfig([
  ...all.map(
    ({ bundle, source, runs, imports, needs }): Options => ({
      ...shared,
      ...(runs === 'node' ? nodeEntry : anywhere(needs)),
      entry: { [bundle]: source },
      format: ['esm', 'cjs'],
      esbuildOptions: loadByRequire,
      esbuildPlugins: [
        inlinedPackages,
        listOfMethods,
        pageAsText,
        awaitedRunners,
        socketPackage,
        builtBundles(imports),
      ],
      plugins: [tablesOnFirstUse, shortenModules],
    }),
  ),
  // Types are declared once for all entries: a node of one is a node for all.
  // The build has the compiler write them before: from sources, each entry
  // would be a program of its own, 5 GB together.
  {
    entry: Object.fromEntries(
      entries.map(({ bundle, source }) => [
        bundle,
        source.replace('src', declarations).replace(/ts$/, 'd.ts'),
      ]),
    ),
    format: ['esm', 'cjs'],
    dts: { only: true },
    external: entries.flatMap(({ needs = [] }) => needs),
  },
  {
    ...shared,
    ...node,
    entry: { cli: 'src/entries/cli/cli.ts' },
    format: ['esm'],
    esbuildPlugins: [builtBundles(entries.map(({ bundle }) => bundle))],
  },
])
