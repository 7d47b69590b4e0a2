import { monad } from 'preseal/chains'
import { settle, testNode } from 'preseal/vitest'
import { expect, test, vi } from 'vitest'

test('error: what settle and testNode do not take went unnoticed', async () => {
  testNode()
  const given = [2_000, { seconds: 2 }, null, 'a beat', { act: 5 }]
  const said: string[] = []
  for (const one of given)
    said.push(await settle(one as never).catch(({ message }) => message))
  const options = [
    { clock: 'virtual' },
    null,
    5,
    { chain: 8453 },
    { chain: 'base' },
    { chain: {} },
    { chain: null },
    { chain: { id: 8453 }, profile: monad() },
  ]
  for (const one of options)
    try {
      testNode(one as never)
      said.push('nothing')
    } catch (error) {
      said.push((error as Error).message)
    }
  expect(said).toMatchInlineSnapshot(`
    [
      "settle was given 2000, expected an object { ms?, act? }. Write settle({ ms: 2000 }).",
      "settle was given "seconds", expected "ms" or "act". Write settle({ ms: 2_000 }), in ms, or settle() for the next beat.",
      "settle was given null, expected an object { ms?, act? }. Write settle().",
      "settle was given "a beat", expected an object { ms?, act? }. Write settle().",
      "settle was given 5 as "act", expected a function. Pass act of @testing-library/react, or leave it out.",
      "testNode was given the "clock" "virtual", expected none, as its nodes follow the timers of the test. Leave it out, or use createMockNode for a node with a clock of its own.",
      "testNode was given null, expected an object of options. Write testNode({ chain }), or testNode().",
      "testNode was given 5, expected an object of options. Write testNode({ chain }), or testNode().",
      "testNode was given the chain 8453, expected one of viem/chains, or an object with its "id". Write testNode({ chain: base }).",
      "testNode was given the chain "base", expected one of viem/chains, or an object with its "id". Write testNode({ chain: base }).",
      "testNode was given the chain {}, expected one of viem/chains, or an object with its "id". Write testNode({ chain: base }).",
      "testNode was given the chain null, expected one of viem/chains, or an object with its "id". Write testNode({ chain: base }).",
      "testNode was given the chain 8453 and the profile of chain 143, expected one of them. Leave out "chain", or the profile: chains of viem have their own.",
    ]
  `)
})

test('error: without fake timers a verb that moves time never came back', () => {
  const node = testNode()
  vi.useRealTimers()
  expect(() => node.nextBlock()).toThrow('The fake timers of the test are gone')
})
