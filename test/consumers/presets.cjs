const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { droppedTail } = require('preseal/presets')

const story = droppedTail()
const node = createMockNode(story)
node.advance(story.duration)
assert.equal(node.now, 4_000)
