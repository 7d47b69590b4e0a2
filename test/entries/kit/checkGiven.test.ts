import { settle, testNode } from 'preseal/vitest'
import { expect, test, vi } from 'vitest'

test('error: what settle and testNode do not take went unnoticed', async () => {
  testNode()
  const given = [2_000, { seconds: 2 }, null, 'a beat']
  const said: string[] = []
  for (const one of given)
    said.push(await settle(one as never).catch(({ message }) => message))
  try {
    testNode({ clock: 'virtual' } as never)
  } catch (error) {
    said.push((error as Error).message)
  }
  expect(said).toMatchInlineSnapshot(`
    [
      "settle was given 2000, expected an object { ms?, act? }. Write settle({ ms: 2000 }).",
      "settle was given "seconds", expected "ms" or "act". Write settle({ ms: 2_000 }), in ms, or settle() for the next beat.",
      "settle was given null, expected an object { ms?, act? }. Write settle().",
      "settle was given "a beat", expected an object { ms?, act? }. Write settle().",
      "testNode was given the "clock" "virtual", expected none, as its nodes follow the timers of the test. Leave it out, or use createMockNode for a node with a clock of its own.",
    ]
  `)
})

test('error: without fake timers a verb that moves time never came back', () => {
  const node = testNode()
  vi.useRealTimers()
  expect(() => node.nextBlock()).toThrow('The fake timers of the test are gone')
})
