import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findPeers } from './contestants/peers.js'
import { groups } from './groups.js'
import type { Bench } from './harness/group.js'

// One group in a process of its own, which index.ts starts and listens to.
const [name, folder] = process.argv.slice(2) as [keyof typeof groups, string]

const require = createRequire(join(folder, 'index.cjs'))
const { createMockNode } = require('preseal') as Pick<Bench, 'createMockNode'>

const section = await groups[name]({
  createMockNode,
  folder,
  peers: findPeers(),
})
process.send?.(section, () => process.exit())
