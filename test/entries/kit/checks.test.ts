import { monad } from 'preseal/chains'
import {
  advanceAsync,
  nextBeatAsync,
  nextBlockAsync,
  testNode,
} from 'preseal/vitest'
import { expect, test, vi } from 'vitest'

const messageOf = (moved: Promise<void>) =>
  moved.then(
    () => 'nothing',
    (error: Error) => error.message,
  )

test('error: what the kit does not take went unnoticed', async () => {
  testNode()
  const said: string[] = []
  for (const call of [
    nextBeatAsync,
    nextBlockAsync,
    (one: never) => advanceAsync(0, one),
  ])
    for (const one of [
      2_000,
      { ms: 700 },
      { seconds: 2 },
      null,
      'a beat',
      { act: 5 },
    ])
      said.push(await messageOf(call(one as never)))
  for (const one of [undefined, null, '700', { ms: 700 }, { act() {} }])
    said.push(await messageOf(advanceAsync(one as never)))
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
      "nextBeatAsync was given 2000, expected an object { act? }. Write await nextBeatAsync() once for each beat, or advanceAsync(2000) for that many ms.",
      "nextBeatAsync was given "ms", expected "act" or nothing. Write advanceAsync(700) to advance by ms, or nextBeatAsync().",
      "nextBeatAsync was given "seconds", expected "act" or nothing. Write advanceAsync(ms) to advance by ms, or nextBeatAsync().",
      "nextBeatAsync was given null, expected an object { act? }. Write nextBeatAsync().",
      "nextBeatAsync was given "a beat", expected an object { act? }. Write nextBeatAsync().",
      "nextBeatAsync was given 5 as "act", expected a function. Pass act of @testing-library/react, or leave it out.",
      "nextBlockAsync was given 2000, expected an object { act? }. Write await nextBlockAsync() once for each block, or advanceAsync(2000) for that many ms.",
      "nextBlockAsync was given "ms", expected "act" or nothing. Write advanceAsync(700) to advance by ms, or nextBlockAsync().",
      "nextBlockAsync was given "seconds", expected "act" or nothing. Write advanceAsync(ms) to advance by ms, or nextBlockAsync().",
      "nextBlockAsync was given null, expected an object { act? }. Write nextBlockAsync().",
      "nextBlockAsync was given "a beat", expected an object { act? }. Write nextBlockAsync().",
      "nextBlockAsync was given 5 as "act", expected a function. Pass act of @testing-library/react, or leave it out.",
      "advanceAsync was given 2000, expected an object { act? }. Write advanceAsync(ms).",
      "advanceAsync was given "ms", expected "act" or nothing. Write advanceAsync(700) to advance by ms.",
      "advanceAsync was given "seconds", expected "act" or nothing. Write advanceAsync(ms) to advance by ms.",
      "advanceAsync was given null, expected an object { act? }. Write advanceAsync(ms).",
      "advanceAsync was given "a beat", expected an object { act? }. Write advanceAsync(ms).",
      "advanceAsync was given 5 as "act", expected a function. Pass act of @testing-library/react, or leave it out.",
      "advanceAsync was given nothing, expected a number of ms. Write advanceAsync(ms), or nextBeatAsync() for the next beat.",
      "advanceAsync was given null, expected a number of ms. Write advanceAsync(ms), or nextBeatAsync() for the next beat.",
      "advanceAsync was given "700", expected a number of ms. Write advanceAsync(ms), or nextBeatAsync() for the next beat.",
      "advanceAsync was given {"ms":700}, expected a number of ms. Write advanceAsync(700), or nextBeatAsync() for the next beat.",
      "advanceAsync was given {}, expected a number of ms. Write advanceAsync(ms), or nextBeatAsync() for the next beat.",
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
