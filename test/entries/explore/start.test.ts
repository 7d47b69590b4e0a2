import FakeTimers from '@sinonjs/fake-timers'
import { base } from 'preseal/chains'
import { type ExploreOptions, explore, type PureOptions } from 'preseal/explore'
import { parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { sampleRecord } from '../fork/sample.js'

const faked = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const

/** unix seconds as the application and its first block have them. */
async function startWith(options: ExploreOptions) {
  const starts: number[][] = []
  await explore(
    async ({ node }) => {
      const ask = (tag: 'latest') =>
        node.provider.request({
          method: 'eth_getBlockByNumber',
          params: [tag, false],
        })
      const block = await ask('latest').catch(() => null)
      starts.push([Date.now() / 1_000, Number(block?.timestamp)])
    },
    { ...options, timers: FakeTimers, duration: 1_000, runs: 0 },
  )
  return starts[0]
}

describe('the start of a run', () => {
  test('default: 2026', async () => {
    expect(await startWith({})).toEqual([1_767_225_600, 1_767_225_600])
  })

  test('behavior: a fork and a profile of a later time were refused', async () => {
    const record = sampleRecord()
    const timestamp = 1_900_000_000
    const later = parseFork({
      ...record,
      block: { ...record.block, timestamp: `0x${timestamp.toString(16)}` },
    } as never)
    expect(await startWith({ node: { fork: later } })).toEqual([
      timestamp,
      timestamp,
    ])
    const held = Number(base().options.timestamp)
    expect(await startWith({ node: { profile: base() } })).toEqual([held, held])
    expect(
      await startWith({ nodes: [{ profile: base() }, { fork: later }] }),
    ).toEqual([timestamp, timestamp])
  })

  test('behavior: under vitest 3 each run began where the last one had ended', async () => {
    let clock: ReturnType<typeof FakeTimers.install> | undefined
    const timers: PureOptions['timers'] = {
      fake(now) {
        clock ??= FakeTimers.install({ now, toFake: [...faked] })
      },
      restore() {
        clock?.uninstall()
        clock = undefined
      },
      advance: (ms) => void clock?.tick(ms),
      fireNextTimer: () => void clock?.next(),
      countTimers: () => clock?.countTimers() ?? 0,
    }
    const starts: number[] = []
    await explore(
      async ({ node }) => {
        starts.push(Date.now() / 1_000)
        await node.provider.request({ method: 'eth_chainId' }).catch(() => {})
      },
      { timers, duration: 1_000, runs: 1 },
    )
    expect(starts).toEqual([1_767_225_600, 1_767_225_600, 1_767_225_600])
  })
})
