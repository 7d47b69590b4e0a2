import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

// Packages within it call `require`, which a module does not have.
const js =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)"

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { createMockNode } from './src/index.js'
        export { evm } from './src/entries/evm/index.js'
        export { parseFork } from './src/entries/fork/index.js'`,
      resolveDir: root,
    },
    banner: { js },
    bundle: true,
    format: 'esm',
    logLevel: 'error',
    platform: 'node',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

let bundled: Promise<string> | undefined

/**
 * A folder with the library in one file, and programs that read a fork by it,
 * as processes of their own.
 */
export async function folderOf(files: { readonly [name: string]: string }) {
  bundled ??= bundle()
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'preseal.mjs'), await bundled)
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text)
  return (name: string) => join(folder, name)
}
