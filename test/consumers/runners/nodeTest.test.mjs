import { test } from 'node:test'
import { createMockNode } from 'preseal'
import * as kit from 'preseal/node-test'
import { declare } from './app.cjs'

declare({ test, kit })

test('mock timers of node:test', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'] })
  const alone = createMockNode()
  const node = kit.testNode()
  t.mock.timers.tick(200)
  await kit.nextBeatAsync()
  if (alone.now !== 400 || node.now !== 400)
    throw new Error(`expected 400, not ${alone.now} and ${node.now}`)
  console.log('the mock timers moved both nodes')
})

test('a matcher', (t) => {
  const node = kit.testNode()
  if (t.assert?.toBeSealed !== undefined)
    t.assert.toHaveNoUnexpectedRequests(node)
})
