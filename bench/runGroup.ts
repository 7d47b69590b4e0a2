import { ok } from 'node:assert'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPeers, noPeers } from './contestants/peers.js'
import { groups } from './groups.js'
import type { Bench } from './harness/group.js'
import type { Failed } from './harness/section.js'

// One group in a process of its own, which index.ts starts and listens to.
const [name, folder, alone] = process.argv.slice(2) as [
  keyof typeof groups,
  string,
  'alone'?,
]

// By its path: the name stands for the sources in tsconfig.json, and so it
// would for tsx, which also rewrites what it compiles.
const entry = join(folder, 'node_modules', 'preseal', 'dist', 'index.js')
const { createMockNode }: Pick<Bench, 'createMockNode'> = await import(
  pathToFileURL(entry).href
)
ok(readFileSync(entry, 'utf8').includes(String(createMockNode)))

const measured = await groups[name]({
  createMockNode,
  folder,
  peers: alone === undefined ? findPeers() : noPeers,
}).catch((error: unknown): Failed => {
  console.error(error)
  // The row has one line.
  return { failed: `${error}`.split('\n', 1)[0] ?? '' }
})
process.send?.(measured, () => process.exit())
