import assert from 'node:assert/strict'
import { createMockNode, isPresealError } from 'preseal'
import { sequence, steady } from 'preseal/presets'

const story = sequence(steady({ blocks: 1 }), steady({ blocks: 1 }))
const node = createMockNode(story)
node.advance(story.duration)
const params = ['latest', false]
const block = await node.provider.request({
  method: 'eth_getBlockByNumber',
  params,
})
assert.equal(block.transactions.length, 10)

// The entry has a class of errors of its own, with the same brand.
assert.throws(() => steady({ blocks: 0 }), isPresealError)
