import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createPublicClient, http } from 'viem'

const { url, close } = await serve(createMockNode())
const client = createPublicClient({ transport: http(url) })
assert.equal(await client.getChainId(), 31_337)
await close()
