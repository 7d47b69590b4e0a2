import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Inlined packages of which a part is left out, each at the one version for
 * which its patch was written. A patch is what `diff -e` gives: line numbers of
 * the file, from the last up, and the lines that replace them.
 *
 * - fake-timers looks up Node's own modules, but uses them only in `install()`,
 *   which this library never calls: without these the bundle holds no `require`
 *   and loads in browsers, Bun and Deno as it is. Its clock is made for a global
 *   of `Date` alone: `isPresent` and `_global` of anything else are known, and
 *   `createIntl`, `createTemporal`, `hijackMethod`, `install` and what only they
 *   call are gone.
 * - Nobody here writes or reads a signature as DER, which noble's curves could.
 * - The first two are modules, and no functions that are called as a bundle is
 *   loaded.
 */
export const patches: readonly Patch[] = [
  {
    file: '@sinonjs/fake-timers/src/fake-timers-src.js',
    patch: 'fake-timers-15.5.0.ed',
    sha256: '482b3de7e16a3fa3d9c28c7282b145e58bc7b1bf2b59bff31759e908aac23293',
  },
  {
    file: 'eventemitter3/index.js',
    patch: 'eventemitter3-5.0.4.ed',
    sha256: '1560f251de5d28d2c15ff070215d2c5c0fa06f1a92e8d6522bbee37e06d2a6b5',
  },
  {
    file: '@noble/curves/abstract/der.js',
    patch: 'noble-curves-der-2.4.0.ed',
    sha256: '7f80d698611b131368ecf732b8740bb97f72cd42fef77c4b0bb923e2e2d44159',
  },
]

type Patch = {
  readonly file: string
  readonly patch: string
  readonly sha256: string
}

/** A file of a package as it is inlined. */
export function patchedSource(path: string, source: string): string {
  const found = patches.find(({ file }) =>
    path.replaceAll('\\', '/').endsWith(`node_modules/${file}`),
  )
  if (found === undefined) return source
  const { file, patch, sha256 } = found
  if (createHash('sha256').update(source).digest('hex') !== sha256)
    throw new Error(
      `${file} is not the file for which scripts/build/patches/${patch} was written. Patch the new version by hand, write the patch with diff -e, and note its hash.`,
    )
  const script = readFileSync(new URL(`patches/${patch}`, import.meta.url))
  return edit(source, `${script}`)
}

/** Applies what `diff -e` gives. */
function edit(source: string, script: string): string {
  const lines = source.split('\n')
  const commands = script.matchAll(
    /^(\d+)(?:,(\d+))?(?:d|([ac])\n((?:.*\n)*?)\.)$/gm,
  )
  for (const [, from, to = from, verb, text = ''] of commands) {
    const first = Number(from) - (verb === 'a' ? 0 : 1)
    const count = verb === 'a' ? 0 : Number(to) - Number(from) + 1
    lines.splice(first, count, ...text.split('\n').slice(0, -1))
  }
  return lines.join('\n')
}
