// The subjects run without tsx, which resolves each `import()` in a thread of
// its own: software that imports on demand would go on in real time.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Below node_modules, so that the software is found from there. */
const built = `${here}node_modules/.wild/`

const ofPreseal = /^preseal/
/** Of some, the software brings other versions. */
const ofItsModules = /^(preseal|@noble|zod|viem|eventemitter3)/

/** Builds the subjects of wild/, preseal with them, and returns the folder. */
export async function buildSubjects(files: readonly string[]): Promise<string> {
  await build({
    entryPoints: ['exploreSubject.ts', ...files].map((file) => here + file),
    outbase: here,
    outdir: built,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [
      {
        name: 'software',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
            const isSubject = importer.startsWith(here)
            const isBuilt = isSubject ? ofPreseal : ofItsModules
            return isBuilt.test(path) ? undefined : { path, external: true }
          })
        },
      },
    ],
  })
  return built
}
