import FakeTimers from '@sinonjs/fake-timers'
import {
  type Body,
  type ExploreOptions,
  explore,
  formatExploration,
  wasTrue,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { balanceApp } from './balanceApp.js'

type Accept = NonNullable<ExploreOptions['accept']>[number]

const zeroOnError: Body = ({ node, watch }) => {
  const app = balanceApp(node, { onError: 0n })
  watch('balance', () => app.shown, [wasTrue({ address: bob })])
}

const failing =
  'the 1st eth_getBalance of 0x0000…0b0b at pending fails with HTTP 503'

async function messageOf(accept: Omit<Accept, 'reason'>) {
  const explored = explore(zeroOnError, {
    timers: FakeTimers,
    node: { accounts: { [bob]: { balance: 7n } } },
    duration: 4_000,
    runs: 1,
    accept: [{ ...accept, reason: 'it is known' }],
  })
  return explored.then(
    ({ findings }) => `${findings.length} findings`,
    (error: Error) => error.message.split(' It offers ')[0],
  )
}

describe('accept', () => {
  test('default: what fits a mishap and an invariant of the test', async () => {
    expect(await messageOf({ mishap: failing })).toBe('0 findings')
    expect(
      await messageOf({ mishap: /HTTP/g, invariant: 'balance: wasTrue' }),
    ).toBe('0 findings')
    expect(
      await messageOf({ mishap: failing, invariant: 'the test passes' }),
    ).toBe('0 findings')
  })

  test('behavior: a global pattern fitted every second finding', async () => {
    const { accepted, findings } = await explore(zeroOnError, {
      timers: FakeTimers,
      node: { accounts: { [bob]: { balance: 7n } } },
      duration: 2_000,
      runs: 20,
      accept: [{ mishap: /eth_getBalance/g, reason: 'it is known' }],
    })
    expect(findings).toEqual([])
    expect(accepted.length).toBeGreaterThan(1)
  })

  test('behavior: what fits but never acts in the whole exploration was not reported', async () => {
    const exploration = await explore(zeroOnError, {
      timers: FakeTimers,
      node: { accounts: { [bob]: { balance: 7n } } },
      duration: 600,
      runs: 10_000,
      accept: [
        { mishap: /./, reason: 'it is known' },
        { mishap: /./, invariant: 'the test ends', reason: 'it was known' },
      ],
    })
    expect(exploration.accepted.length).toBeGreaterThan(0)
    expect(exploration.acceptedInVain).toEqual(['/./'])
    expect(formatExploration(exploration)).toMatch(
      /\nAccepted in vain: nothing breaks when \/\.\/\. Remove it from "accept"\.$/,
    )
  })

  test('error: a name that no mishap has was taken silently', async () => {
    expect(
      await messageOf({ mishap: failing.replace('503', '530') }),
    ).toMatchInlineSnapshot(
      `"explore: "accept[0].mishap" is "the 1st eth_getBalance of 0x0000…0b0b at pending fails with HTTP 530", expected the name of a mishap that this test offers. Did you mean "the 1st eth_getBalance of 0x0000…0b0b at pending fails with HTTP 503"?"`,
    )
  })

  test('error: a pattern that fits no mishap was taken silently', async () => {
    expect(await messageOf({ mishap: /HTTP 418/ })).toMatchInlineSnapshot(
      `"explore: "accept[0].mishap" is /HTTP 418/, expected a pattern that fits a mishap of this test."`,
    )
  })

  test('error: an invariant that the test does not have was taken silently', async () => {
    expect(
      await messageOf({ mishap: failing, invariant: 'balance: wasTru' }),
    ).toMatchInlineSnapshot(
      `"explore: "accept[0].invariant" is "balance: wasTru", expected the name of an invariant of this test. Did you mean "balance: wasTrue"?"`,
    )
    expect(
      await messageOf({ mishap: failing, invariant: 'something else' }),
    ).toMatchInlineSnapshot(
      `"explore: "accept[0].invariant" is "something else", expected the name of an invariant of this test. It has "the test passes", "the test ends", "time goes on", "what is watched can be seen", "balance: wasTrue", "noUnhandledRejection"."`,
    )
  })
})
