// @vitest-environment jsdom

import {
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserProvider } from 'ethers'
import type { MockProvider } from 'preseal'
import { profileOf, base as profileOfBase } from 'preseal/chains'
import { advanceAsync, nextBeatAsync, testNode } from 'preseal/vitest'
import { createWallet } from 'preseal/wallet'
import {
  createElement,
  type FunctionComponent,
  useEffect,
  useState,
} from 'react'
import { createPublicClient, custom } from 'viem'
import { base, baseSepolia } from 'viem/chains'
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { thrown } from '../../base/clock/thrown.js'
import { alice, bob } from '../../node/actors.js'
import { says } from '../../says.js'

const accounts = { [alice]: { balance: 1_000n } }
const warned = vi.fn()

beforeEach(() => {
  warned.mockClear()
  vi.spyOn(console, 'error').mockImplementation(warned)
  vi.spyOn(console, 'warn').mockImplementation(warned)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

type Props = { provider: MockProvider; pay: () => void }

const ask = async (provider: MockProvider) =>
  BigInt(
    await provider.request({
      method: 'eth_getBalance',
      params: [bob, 'pending'],
    }),
  )

const Queried: FunctionComponent<Props> = ({ provider }) => {
  const { data } = useQuery({
    queryKey: ['balance'],
    queryFn: () => ask(provider).then(String),
    refetchInterval: 200,
    retry: false,
  })
  return createElement(
    'p',
    null,
    data === undefined ? 'loading' : `${data} wei`,
  )
}

const Polled: FunctionComponent<Props> = ({ provider }) => {
  const [wei, setWei] = useState<bigint>()
  useEffect(() => {
    const timer = setInterval(
      () => void ask(provider).then(setWei, () => {}),
      100,
    )
    return () => clearInterval(timer)
  }, [provider])
  return createElement('i', null, wei === undefined ? 'none' : `polled ${wei}`)
}

const Payer: FunctionComponent<Props> = ({ pay }) => {
  const [isPaid, setPaid] = useState(false)
  const onClick = () => {
    pay()
    setPaid(true)
  }
  return createElement(
    'button',
    { type: 'button', onClick },
    isPaid ? 'paid' : 'pay',
  )
}

const App: FunctionComponent<Props> = (props) => {
  const [client] = useState(() => new QueryClient())
  return createElement(
    QueryClientProvider,
    { client },
    createElement(Queried, props),
    createElement(Polled, props),
    createElement(Payer, props),
  )
}

function start() {
  const node = testNode({ accounts })
  const pay = () =>
    void node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
  render(createElement(App, { provider: node.provider, pay }))
  return { node, pay }
}

describe('nextBeatAsync', () => {
  test('default: what was asked at the beat is shown, without a warning', async () => {
    const { node, pay } = start()
    pay()
    await nextBeatAsync()
    expect(screen.getByText('1 wei')).toBeDefined()
    expect(screen.getByText('polled 1')).toBeDefined()
    expect(node.now).toBe(200)
    expect(node).toBePreconfirmed('pay')
    expect(warned).not.toHaveBeenCalled()
  })

  test('options: act', async () => {
    const { pay } = start()
    pay()
    await nextBeatAsync({ act })
    expect(screen.getByText('1 wei')).toBeDefined()
    expect(warned).not.toHaveBeenCalled()
  })

  test('behavior: a beat that a step moves', async () => {
    const timeline = [
      { at: 0, type: 'planBeats', offsets: [150, 700] },
    ] as const
    const node = testNode({ steps: [...timeline] as never })
    await nextBeatAsync()
    const first = node.now
    await nextBeatAsync()
    expect([first, node.now]).toEqual([150, 700])
  })

  test('behavior: two nodes were moved by two beats instead of one', async () => {
    const [one, other] = [testNode(), testNode({ chainId: 9 })]
    const quick = testNode({ preconfirmationTime: 150, blockTime: 300 })
    const beats: number[] = []
    other.on('beat', ({ at }) => beats.push(at))
    const times: number[][] = []
    for (let turn = 0; turn < 4; turn++) {
      await nextBeatAsync()
      times.push([one.now, other.now, quick.now])
    }
    expect(times).toEqual([
      [150, 150, 150],
      [200, 200, 200],
      [300, 300, 300],
      [400, 400, 400],
    ])
    expect(beats).toEqual([200, 400])
  })

  test('behavior: a disposed node made it throw though others lived', async () => {
    const [gone, node] = [testNode(), testNode()]
    gone.dispose()
    await nextBeatAsync()
    expect(node.now).toBe(200)
    node.dispose()
    await expect(nextBeatAsync()).rejects.toMatchObject({
      name: 'MisuseError',
    })
  })

  test('error: a request that nobody answers is named', async () => {
    const { node } = start()
    node.fault({ type: 'hold' })
    await expect(nextBeatAsync()).rejects.toMatchObject({
      name: 'NothingAheadError',
      message: expect.stringContaining(
        'nextBeatAsync: after 50 rounds there is no answer to eth_getBalance(0x0000…0b0b, pending), asked at ',
      ),
    })
  })

  test('error: a request at a gate was told to lift a fault', async () => {
    const node = testNode()
    const gate = node.hold()
    const asked = node.provider.request({ method: 'eth_chainId' })
    await expect(nextBeatAsync()).rejects.toThrow(
      'no answer to eth_chainId(), asked at 0 ms. Call release() on the gate that holds it.',
    )
    gate.release()
    await asked
  })

  test('error: no node', async () => {
    await expect(nextBeatAsync()).rejects.toMatchObject({
      name: 'MisuseError',
    })
  })
})

describe('testing-library', () => {
  test('behavior: user-event needs no set-up, and moves no time', async () => {
    const { node } = start()
    await userEvent.setup().click(screen.getByRole('button'))
    await userEvent.type(screen.getByRole('button'), 'abc')
    expect(screen.getByText('paid')).toBeDefined()
    expect(node.now).toBe(0)
    expect(warned).not.toHaveBeenCalled()
  })

  test('behavior: findBy and waitFor move the chain by 50 ms a check', async () => {
    const { node, pay } = start()
    pay()
    expect(await screen.findByText('1 wei')).toBeDefined()
    expect(node.now % 50).toBe(0)
    await waitFor(() => expect(node).toBeSealed('pay'), {
      timeout: 3_000,
    })
    expect(node.now).toBe(2_000)
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('timers', () => {
  test('behavior: those of 0 ms run by themselves, once, and can be cleared', async () => {
    testNode()
    const ran: unknown[] = []
    setTimeout((one: number) => ran.push(one), 0, 1)
    setTimeout(() => ran.push(2))
    clearTimeout(setTimeout(() => ran.push('cleared'), 0))
    const later = setTimeout(() => ran.push('cleared'), 5)
    clearTimeout(later)
    setTimeout(() => ran.push(5), 5)
    await vi.advanceTimersByTimeAsync(0)
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => setTimeout(resolve, 0))
    expect(ran).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(5)
    expect(ran).toEqual([1, 2, 5])
  })

  test('behavior: a test begins at one instant, and leaves real timers', () => {
    expect(vi.isFakeTimers()).toBe(false)
    expect('jest' in globalThis).toBe(false)
    testNode()
    expect(Date.now()).toBe(1_767_225_600_000)
    expect(vi.isFakeTimers()).toBe(true)
  })

  test('behavior: timers that are fake already stay as they are', () => {
    vi.useFakeTimers({ now: 7 })
    const node = testNode()
    vi.advanceTimersByTime(200)
    expect([Date.now(), node.now]).toEqual([207, 200])
    expect(warned).not.toHaveBeenCalled()
    vi.useRealTimers()
  })

  test('timers that moved under a real Date left the chain where it was', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const error = thrown(() => testNode())
    vi.useRealTimers()
    expect(error).toEqual(
      says('ClockError … Fake both, as vi.useFakeTimers(),'),
    )
  })
})

const outside = (() => {
  try {
    return testNode()
  } catch (error) {
    return error
  }
})()

describe('testNode', () => {
  test('error: outside a test it told of a hook of the runner', () => {
    expect(outside).toMatchObject({
      name: 'MisuseError',
      message:
        'testNode: a node was requested outside a test, so no test would end it. Call testNode inside a test or in beforeEach, or createMockNode for a node of several tests.',
      cause: expect.any(Error),
    })
  })
})

test('the verbs that move time were refused in favour of nextBeatAsync', async () => {
  const node = testNode({ accounts })
  const polled: number[] = []
  const timer = setInterval(() => polled.push(node.now), 500)
  node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
  node.nextBeat(2)
  expect(node).toBePreconfirmed('pay')
  node.advance(7)
  expect(node.now).toBe(407)
  node.nextBlock()
  clearInterval(timer)
  expect([node.now, Date.now()]).toEqual([2_000, 1_767_225_602_000])
  expect(polled).toEqual([500, 1_000, 1_500, 2_000])
})

describe('advanceAsync', () => {
  // A React application of 45 tests printed 652 warnings by act.
  test.each(Array.from({ length: 45 }, (_, index) => 100 + 50 * index))(
    'time that passed rendered outside of act: %i ms',
    async (ms) => {
      const { node, pay } = start()
      pay()
      await advanceAsync(ms)
      expect(node.now).toBe(ms)
      expect(screen.getByText(ms < 200 ? '0 wei' : '1 wei')).toBeDefined()
      expect(screen.getByText(ms < 200 ? 'polled 0' : 'polled 1')).toBeDefined()
      expect(warned).not.toHaveBeenCalled()
    },
  )

  test('options: act', async () => {
    const { pay } = start()
    pay()
    await advanceAsync(2_000, { act })
    expect(screen.getByText('1 wei')).toBeDefined()
    expect(warned).not.toHaveBeenCalled()
  })

  test('a request that is 700 ms late made advanceAsync throw', async () => {
    const node = testNode({ faults: [{ type: 'delay', ms: 700 }] })
    const asked = ask(node.provider)
    await advanceAsync(700)
    expect(await asked).toBe(0n)
    expect(node.now).toBe(700)
  })

  test('behavior: what waits for longer goes on waiting', async () => {
    const node = testNode({ faults: [{ type: 'delay', ms: 700 }] })
    const asked = ask(node.provider)
    await advanceAsync(600)
    expect(node.waitingRequests).toHaveLength(1)
    await advanceAsync(100)
    expect(node.waitingRequests).toHaveLength(0)
    expect(await asked).toBe(0n)
  })

  test('behavior: none at all lets go on what needs no time', async () => {
    const node = testNode()
    const ran = vi.fn()
    setTimeout(ran, 0)
    await advanceAsync(0)
    expect([node.now, ran.mock.calls.length]).toEqual([0, 1])
  })

  test('error: what is no duration', async () => {
    testNode()
    await expect(advanceAsync(-1)).rejects.toMatchObject({
      name: 'InvalidParametersError',
      message: expect.stringContaining(
        'advanceAsync moves the clock by a whole',
      ),
    })
  })
})

/** Declares a test that fails; returns what is printed of it, once it is over. */
function failing(
  name: string,
  run: () => unknown,
  options: { timeout?: number } = {},
) {
  let printed: string | undefined
  test.fails(name, options, async ({ onTestFinished }) => {
    onTestFinished(({ task }) => {
      printed = task.result?.errors?.[0]?.message
    })
    await run()
  })
  return () => printed
}

/** The same of one that has a time-out. */
function timingOut(name: string, run: () => unknown) {
  return failing(name, run, { timeout: 50 })
}

describe('a failing test', () => {
  const text = failing('what is thrown may be no error: first', () => {
    testNode().seal()
    return Promise.reject('a text')
  })
  test('what is thrown may be no error: then', () => {
    expect(text()).toMatch(
      /^a text\n\nNo request [\s\S]*\n\nWhat happened on chain 31337:\n/,
    )
  })

  test.fails('a forgotten await went unnoticed: first', () => {
    testNode()
    void nextBeatAsync()
  })

  test.concurrent
    .fails('tests at the same time ended nodes of each other', () => {
      testNode()
    })

  const forgotten = failing(
    'a forgotten await failed a later test: first',
    async () => {
      const node = testNode({ accounts })
      node.preconfirm({ from: alice, to: bob, value: 1n })
      void nextBeatAsync()
      expect(await ask(node.provider)).toBe(1n)
    },
  )
  test('a forgotten await failed a later test: then', async () => {
    expect(forgotten()).toMatch(/^expected 0n to be 1n/)
    expect(forgotten()).toContain(
      '\n\nnextBeatAsync: the test ended before nextBeatAsync had finished. Write await nextBeatAsync().\n',
    )
    const node = testNode()
    await nextBeatAsync()
    expect(node.now).toBe(200)
  })

  // What its time-out has it fail with is read as its last hook.
  const hung = timingOut(
    'a hung request was missing from the story: first',
    () => {
      const node = testNode()
      node.fault({ type: 'hold' })
      return node.provider.request({ method: 'eth_chainId' })
    },
  )
  test('a hung request was missing from the story: then', () => {
    expect(hung()).toMatch(
      /Test timed out in 50ms[\s\S]*Requests that still wait for an answer:\n {2}0 ms {2}eth_chainId\(\), held back by a fault\n/,
    )
  })
})

describe('the end of Date', () => {
  test('error: time went where no Date is, and was odd from then on', async () => {
    const node = testNode({ timestamp: 1_700_000_000n })
    for (const ms of [8.64e15, Number.MAX_SAFE_INTEGER])
      for (const move of [async () => node.advance(ms), () => advanceAsync(ms)])
        await expect(move()).rejects.toMatchObject({
          name: 'InvalidParametersError',
          message: expect.stringMatching(
            /a whole number of ms from 0 to \d+, where Date ends, and cannot/,
          ),
        })
    expect(node.now).toBe(0)
    node.advance(8.64e15 - Date.now())
    expect(new Date().toISOString()).toBe('+275760-09-13T00:00:00.000Z')
    expect(() => node.advance(1)).toThrow('from 0 to 0, where Date ends')
  })
})

describe('a time-out', () => {
  const slept = timingOut(
    'a test that sleeps timed out without a word: first',
    () => {
      const node = testNode()
      node.on('sealed', () => {})
      clearTimeout(setTimeout(() => {}, 5_000))
      setTimeout(() => {}, 300)
      vi.advanceTimersByTime(300)
      return new Promise((resolve) => setTimeout(resolve, 1_000))
    },
  )
  test('a test that sleeps timed out without a word: then', () => {
    expect(slept()).toMatch(
      /Timers of the test are fake, and these wait for time that nobody moves:\n {2}1000 ms, in \S*vitest\.deep\.test\.ts:\d+\nWrite await advanceAsync\(1000\) instead of a sleep\.\n\nA longer time-out will not help\.\n/,
    )
  })

  // A tenth of the time-out is for what a busy machine does before `testNode`.
  const cleared = failing(
    'a hook that cleared the timer took the hint away: first',
    () => {
      testNode()
      clearTimeout(setTimeout(() => {}, 5_000))
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, 1_000)
        onTestFinished(() => clearTimeout(timer))
      })
    },
    { timeout: 1_000 },
  )
  test('a hook that cleared the timer took the hint away: then', () => {
    expect(cleared()).toMatch(
      /wait for time that nobody moves:\n {2}1000 ms, in \S*vitest\.deep\.test\.ts:\d+\nWrite/,
    )
  })

  const polled = timingOut(
    'a test that waits for a poll timed out without a word: first',
    () => {
      const client = createPublicClient({
        transport: custom(testNode().provider),
        pollingInterval: 700,
      })
      return new Promise((resolve) =>
        client.watchBlockNumber({ onBlockNumber: resolve, emitOnBegin: false }),
      )
    },
  )
  test('a test that waits for a poll timed out without a word: then', () => {
    expect(polled()).toMatch(
      /Timers of the test are fake, and these wait for time that nobody moves:\n {2}700 ms, by viem(, called in \S*vitest\.deep\.test\.ts:\d+)?\nWrite await advanceAsync\(700\) to let it pass, before the test awaits what depends on it\.\n\nA longer/,
    )
  })

  const repeated = timingOut(
    'an interval was missing from what waits: first',
    () => {
      testNode()
      clearInterval(setInterval(() => {}, 100))
      return new Promise((resolve) => {
        setInterval(resolve, 800)
        setTimeout(() => {}, 900)
      })
    },
  )
  test('an interval was missing from what waits: then', () => {
    expect(repeated()).toMatch(
      /nobody moves:\n {2}900 ms, in \S*vitest\.deep\.test\.ts:\d+\n {2}every 800 ms, in \S*vitest\.deep\.test\.ts:\d+\nWrite await advanceAsync\(900\) instead of a sleep\.\n\nA longer time-out will not help\.\n/,
    )
  })

  const retried = timingOut(
    'a time-out did not say how to retry less: first',
    () => {
      const busy = { type: 'rpc', code: -32603, message: 'busy' } as const
      const { provider } = testNode({ faults: [busy] })
      const transport = custom(provider)
      return createPublicClient({ transport }).getBlockNumber()
    },
  )
  const queried = timingOut(
    'a time-out did not say how to retry less: of a query',
    () => {
      const { provider } = testNode({ faults: [{ type: 'network' }] })
      return new QueryClient().fetchQuery({
        queryKey: ['balance'],
        queryFn: () => ask(provider),
        retry: 1,
      })
    },
  )
  function openSigner() {
    // As behind a load balancer, where the next node has not heard of it.
    const methods = ['eth_getTransactionByHash'] as const
    const unknown = { type: 'null', methods, times: 1 } as const
    const node = testNode({ faults: [unknown] })
    const options = { balance: 10n ** 18n, endpointFaults: true }
    const wallet = createWallet(node, options)
    wallet.connect()
    return new BrowserProvider(wallet.provider).getSigner()
  }
  const sending = failing(
    'ethers never returned from a send, and was told to wait before it: first',
    async () => (await openSigner()).sendTransaction({ to: bob, value: 1n }),
    { timeout: 1_000 },
  )
  test('ethers never returned from a send, and was told to wait before it: then', async () => {
    expect(sending()).toMatch(
      /\n {2}100 ms, by ethers(, called in \S*)?\n[\s\S]*advance time while it is awaited\. Write const sent = signer\.sendTransaction\(…\), then await advanceAsync\(1100\), then await sent\.\n/,
    )
    expect(sending()).not.toContain('before the test awaits')
    const sent = (await openSigner()).sendTransaction({ to: bob, value: 1n })
    await advanceAsync(1_100)
    expect(await sent).toMatchObject({ value: 1n })
  })
  test('a time-out did not say how to retry less: then', () => {
    expect(retried()).toMatch(
      /\n {2}150 ms, by viem(, called in \S*)?\nWrite await advanceAsync\(150\) to let it pass, before the test awaits what depends on it\.\nviem waits before it retries: with retryCount: 0 [^\n]*retryDelay: 0 [^\n]*\n\nA longer/,
    )
    expect(queried()).toMatch(
      /\n {2}1000 ms, by @tanstack\/query-core(, called in \S*)?\n {2}300000 ms, [^\n]*\nWrite await advanceAsync\(1000\) to let it pass, before the test awaits what depends on it\.\nTanStack Query waits before it retries: with retry: false [^\n]*\n\nA longer/,
    )
  })
})

describe('cleanup', () => {
  let before: ReturnType<typeof testNode> | undefined
  test('behavior: a node ends with its test: first', async () => {
    before = testNode()
    await before.provider.request({ method: 'eth_chainId' })
  })
  test('behavior: a wallet leaves the page with its test: first', async () => {
    const node = testNode()
    createWallet(node).announce()
    // What waits keeps the kit from disposing of the node.
    node.fault({ type: 'hold' })
    node.provider.request({ method: 'eth_chainId' }).catch(() => {})
    expect('ethereum' in window).toBe(true)
  })
  test('behavior: a wallet leaves the page with its test: then', () => {
    expect('ethereum' in window).toBe(false)
  })
  test('behavior: a node ends with its test: then', async () => {
    await expect(
      before?.provider.request({ method: 'eth_chainId' }),
    ).rejects.toMatchObject({ code: 4900 })
  })
})

describe('testNode({ chain })', () => {
  test.each([
    ['an id alone', { id: 5 }, [5, 2_000, 200]],
    ['a block time', { id: 6, blockTime: 12_000 }, [6, 12_000, 200]],
    ['beats do not go into it', { id: 9, blockTime: 250 }, [9, 250, undefined]],
    [
      'beats of its own',
      { id: 7, blockTime: 2_000, experimental_preconfirmationTime: 250 },
      [7, 2_000, 250],
    ],
  ])("a chain's id and times were copied by hand: %s", (_, chain, expected) => {
    const { chain: own } = testNode({ chain })
    expect([
      own.id,
      own.blockTime,
      own.experimental_preconfirmationTime,
    ]).toEqual(expected)
  })

  test('behavior: options beside it win', () => {
    const node = testNode({ chain: { id: 1, blockTime: 12_000 }, chainId: 7 })
    expect([node.chain.id, node.chain.blockTime]).toEqual([7, 12_000])
  })

  test('behavior: a chain that has a profile brings it', () => {
    // As viem has it, which still says 2,000 and 200.
    const node = testNode({ chain: base })
    expect([node.chain.id, node.chain.blockTime]).toEqual([8_453, 200])
    expect(Date.now()).toBe(Date.parse('2026-11-05T18:00:00Z'))
  })

  test('error: a profile that was not called', () => {
    for (const profile of [profileOfBase, { name: 'x' }])
      expect(() => testNode({ profile: profile as never })).toThrow(
        'Option "profile" is',
      )
  })

  test('behavior: a testnet takes the profile that is given', () => {
    const node = testNode({ chain: baseSepolia, profile: profileOf(base) })
    expect([node.chain.id, node.chain.blockTime]).toEqual([84_532, 200])
  })
})
