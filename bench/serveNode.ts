import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createMockNode } from 'preseal'
import type { serve } from 'preseal/server'
import { preconfirmTransfers, senders } from './contestants/tokenTransfers.js'
import { createAccounts, createAddresses } from './workload.js'

// A served node in a process of its own, as anvil is one.
const [folder = ''] = process.argv.slice(2)
const built = (file: string) =>
  import(
    pathToFileURL(join(folder, 'node_modules', 'preseal', 'dist', file)).href
  )
const main: { createMockNode: typeof createMockNode } = await built('index.js')
const server: { serve: typeof serve } = await built('server.js')

const addresses = createAddresses(senders)
const node = main.createMockNode({ accounts: createAccounts(addresses) })
node.nextBlock(2)
preconfirmTransfers(node, addresses)
const { url } = await server.serve(node)
process.send?.({ url, addresses })
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => process.exit())
