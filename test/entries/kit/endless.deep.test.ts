import * as sinon from '@sinonjs/fake-timers'
import { explore } from 'preseal/explore'
import {
  advanceAsync,
  nextBeatAsync,
  nextBlockAsync,
  testNode,
} from 'preseal/vitest'
import { createPublicClient, custom } from 'viem'
import { expect, test, vi } from 'vitest'

const here = /endless\.deep\.test\.ts:\d+/.source

test('behavior: an interval of 0 ms never let nextBeatAsync come back', async () => {
  const node = testNode()
  const fired: number[] = []
  setInterval((one: number) => fired.push(node.now + one), 0, 0)
  const cleared = setInterval(() => fired.push(-1))
  clearInterval(cleared)
  await nextBeatAsync()
  expect(fired).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
  vi.advanceTimersByTime(5)
  await advanceAsync(5)
  expect(fired).toHaveLength(210)
})

test.each([
  [
    'at once',
    (isOn: () => boolean) => {
      const again = () => void (isOn() && setTimeout(again, 0))
      again()
    },
  ],
  [
    'once it is awaited',
    async (isOn: () => boolean) => {
      while (isOn()) await new Promise((resolve) => setTimeout(resolve, 0))
    },
  ],
])(
  'error: nextBeatAsync passed without a beat as a timer of 0 ms set itself again: %s',
  async (_, begin) => {
    const node = testNode()
    let isOn = true
    void begin(() => isOn)
    await expect(nextBeatAsync()).rejects.toMatchObject({
      name: 'NothingAheadError',
      message: expect.stringMatching(
        new RegExp(
          `^nextBeatAsync: 1000 timers have fired, and the next beat has not come\\. The shortest one that waits: 0 ms, in \\S*${here}\\. Give a timer`,
        ),
      ),
    })
    expect(node.now).toBe(0)
    await advanceAsync(200)
    isOn = false
    expect(node.now).toBe(200)
  },
)

test('error: nextBeatAsync passed without a beat as a client polled every 0 ms', async () => {
  const node = testNode()
  const client = createPublicClient({
    transport: custom(node.provider),
    pollingInterval: 0,
    cacheTime: 0,
  })
  const stop = client.watchBlockNumber({ poll: true, onBlockNumber() {} })
  await expect(nextBeatAsync()).rejects.toThrow(
    /The shortest one that waits: 0 ms, by viem[.,]/,
  )
  stop()
})

test('error: nextBeatAsync passed before the beat as short timers were many', async () => {
  const node = testNode({ blockTime: 12_000, preconfirmationTime: 12_000 })
  setInterval(() => {}, 1)
  await expect(nextBeatAsync()).rejects.toThrow(
    new RegExp(`The shortest one that waits: every 1 ms, in \\S*${here}\\.`),
  )
  await advanceAsync(12_000 - node.now)
  expect(node.now).toBe(12_000)
})

test('behavior: clearInterval left a timer of 0 ms to run by itself', async () => {
  testNode()
  const ran = vi.fn()
  clearInterval(setTimeout(ran, 0))
  await nextBeatAsync()
  expect(ran).not.toHaveBeenCalled()
})

test('error: what advances time spoke of vitest once its timers were gone', async () => {
  testNode()
  vi.useRealTimers()
  for (const call of [nextBeatAsync, nextBlockAsync, () => advanceAsync(200)])
    await expect(call()).rejects.toMatchObject({
      name: 'ClockError',
      message: expect.stringMatching(
        /^The fake timers of the test are gone.*Leave vi\.useRealTimers\(\) or jest\.useRealTimers\(\) out/,
      ),
    })
})

test('error: an exploration had no end as a timer of 0 ms set itself again', async () => {
  const explored = explore(
    ({ node }) => {
      let isOn = true
      const loop = async () => {
        await node.provider.request({ method: 'eth_chainId' })
        while (isOn) await new Promise((resolve) => setTimeout(resolve, 0))
      }
      void loop()
      return () => {
        isOn = false
      }
    },
    { timers: sinon, duration: 1_000 },
  )
  await expect(explored).rejects.toMatchObject({
    name: 'ExplorationError',
    message: expect.stringMatching(
      new RegExp(
        `^explore: time stood still at 0 ms, even without any mishap, as timers of 0 ms were set again and again \\(0 ms, in \\S*${here}\\)\\. Give them`,
      ),
    ),
  })
})

test('error: what had no end in one run had none in later ones, and was never accepted', async () => {
  const { accepted, findings } = await explore(
    ({ node }) => {
      const again = () => void setTimeout(again, 0)
      const asked = node.provider.request({ method: 'eth_chainId' })
      asked.catch(({ message }) => {
        if (message === 'header not found') again()
      })
    },
    {
      timers: sinon,
      duration: 1_000,
      accept: [
        {
          mishap: 'eth_chainId fails with "header not found"',
          invariant: 'time goes on',
          reason: 'it is tried here',
        },
      ],
    },
  )
  expect(findings).toEqual([])
  expect(accepted).toHaveLength(1)
})
