import FakeTimers from '@sinonjs/fake-timers'
import { type Body, explore } from 'preseal/explore'
import { expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

test('code that asks again without a pause held up the exploration', async () => {
  const hastes: Body = ({ node, watch }) => {
    const params = [bob, 'latest'] as const
    let page = 'loading'
    async function load() {
      while (page === 'loading')
        await node.provider.request({ method: 'eth_getBalance', params }).then(
          (wei) => {
            page = `${BigInt(wei)} wei`
          },
          () => {},
        )
    }
    load()
    watch('page', () => page, [])
    return () => {
      page = 'left'
    }
  }
  const { tried, offered, endedEarlyBy } = await explore(hastes, {
    duration: 4_000,
    timers: FakeTimers,
    kinds: { reorged: 0, sealedLate: 0, jittered: 0, phase: 0 },
  })
  expect(tried).toBeGreaterThan(3)
  expect({ tried, endedEarlyBy }).toEqual({
    tried: offered,
    endedEarlyBy: null,
  })
})

test('a body that put real timers back ran for ever', async () => {
  const realBody: Body = async ({ node }) => {
    const params = [bob, 'latest'] as const
    await node.provider.request({ method: 'eth_getBalance', params })
    ;(setTimeout as unknown as { clock: FakeTimers.Clock }).clock.uninstall()
  }
  await expect(explore(realBody, { timers: FakeTimers })).rejects.toThrow(
    'Leave vi.useRealTimers() or jest.useRealTimers() out',
  )
})
