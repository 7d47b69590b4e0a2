import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { follow } from './follow.js'

const cli = fileURLToPath(
  new URL('../../../src/entries/cli/cli.ts', import.meta.url),
)

// Packages within it call `require`, which a module does not have.
const js =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)"

/** One file: the hundreds of which it is made take a second to load. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [cli],
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
 * A process of the command line, ended when the test is over: for what a
 * process alone does, and `play` for all else.
 */
export async function start(...args: string[]) {
  bundled ??= bundle()
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  const file = join(folder, 'cli.mjs')
  writeFileSync(file, await bundled)
  const child = spawn(process.execPath, [file, ...args])
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const { ended, print, until } = follow(
    new Promise((resolve) => child.on('close', resolve)),
  )
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => print(name, text))
  return {
    child,
    ended,
    until,
    interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}
