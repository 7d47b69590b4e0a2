import assert from 'node:assert/strict'
import { createMockNode, formatScenario, parseScenario } from 'preseal'
import { record } from 'preseal/record'

const live = createMockNode({ chainId: 7 })
live.nextBlock(3)
const scenario = await record({
  from: 'http://node.test',
  fetch: live.fetch,
  duration: 0,
})
const node = createMockNode(parseScenario(formatScenario(scenario)))
const request = { method: 'eth_getBlockByNumber', params: ['latest', true] }
assert.deepEqual(
  await node.provider.request(request),
  await live.provider.request(request),
)
