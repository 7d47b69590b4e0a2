import { expect, jest } from 'bun:test'
import { createMockNode } from 'preseal'
import * as kit from 'preseal/bun'
import { declare } from './app.cjs'

const { test } = kit
declare({ test, kit })

test('fake timers of Bun', async () => {
  jest.useFakeTimers()
  const alone = createMockNode()
  const node = kit.testNode()
  jest.advanceTimersByTime(200)
  await kit.nextBeatAsync()
  // Bun's clock has parts of a ms, by which a timer may come a ms later.
  expect(alone.now).toBe(node.now)
  expect([400, 401]).toContain(node.now)
  expect(node).toHaveNoUnexpectedRequests()
  jest.useRealTimers()
  console.log('the mock timers moved both nodes')
})
