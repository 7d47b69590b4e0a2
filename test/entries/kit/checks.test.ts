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

const verbs = { nextBeatAsync, nextBlockAsync } as const
const advance = (options: never) => advanceAsync(0, options)

test.each([
  [2_000, 'was given 2000, expected an object { act? }.', 'advanceAsync(2000)'],
  [
    { ms: 700 },
    'was given "ms", expected "act" or nothing.',
    'advanceAsync(700)',
  ],
  [{ seconds: 2 }, 'was given "seconds", expected "act"', 'advanceAsync(ms)'],
  [null, 'was given null, expected an object { act? }.', ''],
  ['a beat', 'was given "a beat", expected an object { act? }.', ''],
  [{ act: 5 }, 'was given 5 as "act", expected a function.', ''],
])(
  'error: options that no verb takes went unnoticed: %j',
  async (one, words, instead) => {
    testNode()
    for (const [name, verb] of Object.entries(verbs)) {
      const said = await messageOf(verb(one as never))
      expect(said).toContain(`${name} ${words}`)
      expect(said).toContain(instead)
    }
    expect(await messageOf(advance(one as never))).toContain(
      `advanceAsync ${words}`,
    )
  },
)

test.each([
  [undefined, 'nothing, expected a number of ms. Write advanceAsync(ms), or'],
  [null, 'null, expected a number of ms.'],
  ['700', '"700", expected a number of ms.'],
  [{ ms: 700 }, '{"ms":700}, expected a number of ms. Write advanceAsync(700)'],
  [{ act() {} }, '{}, expected a number of ms.'],
])('error: advanceAsync(%j) went unnoticed', async (one, words) => {
  testNode()
  expect(await messageOf(advanceAsync(one as never))).toContain(
    `advanceAsync was given ${words}`,
  )
})

test('error: an unknown option was answered with the clock, not the chain', () => {
  let said = ''
  try {
    testNode({ balance: 3 } as never)
  } catch (error) {
    said = (error as Error).message
  }
  expect(said).toContain(
    'Option "balance" is an unknown key, expected one of chain, abis, names, watchOrigins, mark, profile, ',
  )
  expect(said).not.toMatch(/clock|version,/)
})

test.each([
  ['chian', 'chain'],
  ['watchOrigin', 'watchOrigins'],
  ['blockTme', 'blockTime'],
])(
  'error: the mistyped option %s was answered with all names',
  (typed, meant) => {
    expect(() => testNode({ [typed]: 1, chainId: 1n } as never)).toThrow(
      `Option "${typed}" is an unknown key, expected "${meant}", the nearest known one.`,
    )
  },
)

test.each([
  [{ clock: 'virtual' }, 'the "clock" "virtual", expected none'],
  [null, 'null, expected an object of options. Write testNode({ chain })'],
  [5, '5, expected an object of options.'],
  [
    { id: 8453, name: 'Base', rpcUrls: {} },
    '{"id":8453,"name":"Base","rpcUrls":{}}, expected an object of options. Write testNode({ chain })',
  ],
  [{ chain: 8453 }, 'the chain 8453, expected one of viem/chains'],
  [{ chain: 'base' }, 'the chain "base", expected one of viem/chains'],
  [{ chain: {} }, 'the chain {}, expected one of viem/chains'],
  [{ chain: null }, 'the chain null, expected one of viem/chains'],
  [
    { chain: { id: 8453 }, profile: monad() },
    'the chain 8453 and the profile of chain 143, expected one of them.',
  ],
])('error: wrong options %# of testNode went unnoticed', (options, words) => {
  expect(() => testNode(options as never)).toThrow(
    `testNode was given ${words}`,
  )
})

test('error: without fake timers a verb that moves time never came back', () => {
  const node = testNode()
  vi.useRealTimers()
  expect(() => node.nextBlock()).toThrow('The fake timers of the test are gone')
})
