const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { serve } = require('preseal/server')
const { createPublicClient, http } = require('viem')

serve(createMockNode()).then(async ({ url, close }) => {
  const client = createPublicClient({ transport: http(url) })
  assert.equal(await client.getChainId(), 31_337)
  await close()
})
