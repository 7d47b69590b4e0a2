import { expect, test } from 'vitest'
import type { Kit } from '../../../src/entries/kit/createKit.js'
import { createKit } from '../../../src/entries/kit/createKit.js'
import { createTestRunner } from './testRunner.js'

test.each<[string, (kit: Kit) => unknown]>([
  ['nextBeatAsync', ({ nextBeatAsync }) => void nextBeatAsync()],
  ['nextBlockAsync', ({ nextBlockAsync }) => void nextBlockAsync()],
  ['advanceAsync', ({ advanceAsync }) => void advanceAsync(700)],
])('error: a forgotten await went unnoticed: %s', (name, call) => {
  const { runner, end } = createTestRunner()
  const kit = createKit(runner)
  kit.testNode()
  call(kit)
  let thrown: unknown
  try {
    end()
  } catch (error) {
    thrown = error
  }
  const { message, stack = '' } = thrown as Error
  const ms = name === 'advanceAsync' ? 'ms' : ''
  expect(message).toMatch(
    `${name}: the test ended before ${name} had finished. Write await ${name}(${ms}).`,
  )
  // The line of the test comes first.
  expect(stack.slice(stack.indexOf('\n    at '))).toMatch(
    /^\n {4}at \S* ?\(?\S*unawaited\.test\.ts:\d+/,
  )
})
