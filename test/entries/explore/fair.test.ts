import FakeTimers from '@sinonjs/fake-timers'
import {
  always,
  type Body,
  explore,
  formatExploration,
  formatFinding,
  type PureOptions,
  rightAgain,
  wasTrue,
} from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { balanceApp } from './balanceApp.js'

const node = { accounts: { [bob]: { balance: 7n } } }
const run = (body: Body, options: Partial<PureOptions> = {}) =>
  explore(body, { duration: 4_000, node, ...options, timers: FakeTimers })
const none = { findings: [] }

describe('explore', () => {
  test('a step of the test that no longer fits was blamed on the application', async () => {
    const drops: Body = async ({ node, wallet, wait, watch }) => {
      watch('it', () => 1, [always(() => true)])
      wallet.connect()
      await wallet.provider
        .request({
          method: 'eth_sendTransaction',
          params: [{ from: wallet.account, to: bob, value: '0x1' }],
        } as never)
        .catch(() => {})
      await wait(400)
      node.drop({ sent: { to: bob } })
      setTimeout(() => node.reorg(), 3_000)
    }
    const exploration = await run(drops, {
      bail: 9,
      only: 'eth_sendRawTransaction fails with "temporarily unavailable"',
    })
    expect(exploration).toMatchObject(none)
    expect(exploration.skipped).toContain(
      'eth_sendRawTransaction fails with "temporarily unavailable"',
    )
  })

  test('what a timer of the application throws ended the exploration', async () => {
    const throws: Body = ({ node }) => {
      node.provider.request({ method: 'eth_chainId' }).catch(() => {
        setTimeout(() => {
          throw new TypeError('a slip')
        }, 100)
      })
    }
    const { findings } = await run(throws)
    expect(findings[0]?.text).toContain('TypeError: a slip')
  })

  test('what was left of a run at its end was a finding of the next one', async () => {
    const aborted: Body = async ({ node, onEnd }) => {
      await node.provider.request({ method: 'eth_chainId' }).catch(() => {})
      onEnd(() => void Promise.reject(Error('it is over')))
    }
    expect(await run(aborted)).toMatchObject(none)
  })

  test('a test that awaits the application broke by every long delay', async () => {
    const awaits: Body = async ({ node, watch }) => {
      let id = 'none'
      watch('id', () => id, [always(() => true)])
      for (let read = 0; read < 3; read++)
        id = await node.provider
          .request({ method: 'eth_chainId' })
          .catch(() => 'failed')
    }
    expect(await run(awaits, { duration: 1_000 })).toMatchObject(none)
  })

  test('a test that awaits what never comes is told what to do', async () => {
    const stuck: Body = async ({ node }) => {
      await node.provider
        .request({ method: 'eth_chainId' })
        .catch(() => new Promise(() => {}))
    }
    const { findings } = await run(stuck)
    expect(findings[0]?.invariant).toBe('the test ends')
    expect(findings[0]?.text).toContain('start it, and watch what it shows')
  })

  test('a run in which the test never ends is one run, and all others are tried', async () => {
    const ended: boolean[] = []
    const stalls: Body = async ({ node }) => {
      const nth = ended.push(false) - 1
      for (let read = 0; read < 4; read++) {
        await node.provider
          .request({ method: 'eth_chainId' })
          .catch(() => (read === 2 ? new Promise(() => {}) : undefined))
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      ended[nth] = true
    }
    const exploration = await run(stalls, { bail: 9 })
    const { findings, offered, tried, endedEarlyBy } = exploration
    expect({ tried, endedEarlyBy }).toEqual({
      tried: offered,
      endedEarlyBy: null,
    })
    const stalled = findings.flatMap(({ mishaps, alike }) => [
      mishaps[0]?.name,
      ...alike,
    ])
    expect(stalled.length).toBeGreaterThan(1)
    expect(stalled.length).toBeLessThan(tried / 2)
    expect(ended.filter((one) => one).length).toBeGreaterThan(tried / 2)
    expect(new Set(findings.map(({ invariant }) => invariant))).toEqual(
      new Set(['the test ends']),
    )
  })

  test('a test that awaits real time was told to give it more fake time', async () => {
    const { setTimeout: inRealTime } = globalThis
    const reads: Body = async ({ node }) => {
      await node.provider.request({ method: 'eth_chainId' })
      await new Promise((resolve) => inRealTime(resolve, 400))
    }
    await expect(run(reads)).rejects.toThrow(
      'await what takes real time, such as a file or another server, before',
    )
  })

  test('wasTrue gave no grace to a late answer that outlives the run', async () => {
    const slow: Body = ({ node, watch }) => {
      const app = balanceApp(node)
      setTimeout(() => node.setBalance({ address: bob, value: 9n }), 1_000)
      watch('balance', () => app.shown, [
        wasTrue({ address: bob, within: 600 }),
      ])
    }
    const kinds = { phase: 0, failed: 0, reorged: 0, jittered: 0 }
    expect(await run(slow, { duration: 1_800, kinds })).toMatchObject(none)
  })

  test('rightAgain judged an application that only started later', async () => {
    const counts: Body = ({ node, watch }) => {
      const app = { answers: 0 }
      setInterval(async () => {
        await node.provider.request({ method: 'eth_chainId' }).catch(() => {})
        app.answers++
      }, 90)
      watch('answers', () => app.answers, [rightAgain({ within: 100 })])
    }
    const kinds = { late: 0, failed: 0, reorged: 0 }
    expect(await run(counts, { kinds })).toMatchObject(none)
  })

  test('a quantity that is shown as it came was never true', async () => {
    const raw: Body = ({ node, watch }) => {
      let shown: unknown
      setInterval(async () => {
        const params = [bob, 'latest'] as const
        shown = await node.provider
          .request({ method: 'eth_getBalance', params })
          .catch(() => shown)
      }, 500)
      watch('balance', () => shown, [wasTrue({ address: bob })])
    }
    expect(await run(raw, { runs: 20 })).toMatchObject(none)
  })

  test('examples used up runs, and what was left out counted nowhere', async () => {
    const right: Body = ({ node, watch }) => {
      const app = balanceApp(node)
      watch('balance', () => app.shown, [wasTrue({ address: bob })])
    }
    const example = (at: number) => ({
      kind: 'reorged' as const,
      name: `a reorg at ${at} ms`,
      steps: [{ at, type: 'reorg' as const }],
    })
    const exploration = await run(right, {
      examples: [example(2_100), example(2_200), example(2_300)],
      runs: 2,
    })
    const { tried, untried, offered } = exploration
    expect({ tried, untried }).toEqual({ tried: 5, untried: offered - 2 })
    expect(formatExploration(exploration)).toContain('left out by "runs"')
  })

  test.each([
    [{ kind: 'revert', name: 'none', steps: [{ at: 1, type: 'reorg' }] }],
    [{ kind: 'reorged', name: 'none' }],
    [{ kind: 'reorged', name: 'none', steps: [{ at: 1, type: 'noSuchStep' }] }],
    [
      {
        kind: 'reorged',
        name: 'none',
        steps: [{ at: 0, type: 'fault', fault: { type: 'refused' } }],
      },
    ],
  ])('a malformed example was green: %j', async (example) => {
    const given = run(({ watch }) => watch('it', () => 1, []), {
      examples: [example as never],
      only: 'none',
    })
    await expect(given).rejects.toMatchObject({
      name: 'InvalidParametersError',
      problems: [{ path: expect.stringContaining('examples[0]') }],
    })
  })

  test('the delay of a finding was told as it was tried, not as short as it may be', async () => {
    const impatient: Body = ({ node, watch }) => {
      let isLate = false
      node.provider.request({ method: 'eth_chainId' }).catch(() => {})
      setTimeout(async () => {
        const asked = Date.now()
        await node.provider.request({ method: 'eth_chainId' }).catch(() => {})
        isLate = Date.now() - asked > 700
      }, 300)
      watch('late', () => isLate, [always((value) => value === false)])
    }
    const { findings } = await run(impatient)
    const [mishap] = findings[0]?.mishaps ?? []
    const ms = Number(/(\d+) ms late/.exec(`${mishap?.name}`)?.[1])
    expect(ms).toBeGreaterThan(700)
    expect(ms).toBeLessThanOrEqual(750)
    expect(mishap?.id).toBe(`late/${ms}/eth_chainId/2`)
  })

  test('one cause was told again and again', async () => {
    const zero: Body = ({ node, watch }) => {
      const app = balanceApp(node, { onError: 0n })
      watch('balance', () => app.shown, [wasTrue({ address: bob })])
    }
    const { findings } = await run(zero, { bail: 50, duration: 2_000 })
    const told = findings.map(({ mishaps }) => mishaps[0]?.kind)
    expect(new Set(told).size).toBe(told.length)
    const [first] = findings
    expect(first?.alike.length).toBeGreaterThan(2)
    expect(formatFinding(first as never)).toContain('So it does when ')
  })

  test('account and chain were switched after prompts only, so a connected application never saw it', async () => {
    const keepsAccount: Body = ({ node, wallet, watch }) => {
      wallet.connect()
      const first = wallet.account
      let shown: unknown = 'loading'
      setInterval(async () => {
        shown = await node.provider
          .request({ method: 'eth_getBalance', params: [first, 'latest'] })
          .catch(() => shown)
      }, 500)
      watch('balance', () => shown, [wasTrue({ address: 'selected' })])
    }
    const { findings } = await run(keepsAccount, {
      duration: 8_000,
      kinds: { failed: 0, late: 0 },
    })
    expect(findings.map(({ mishaps }) => mishaps[0]?.kind)).toEqual([
      'switched',
    ])
  })

  test('a pair that excludes itself was a rejection of the application', async () => {
    const pays: Body = async ({ node, wallet, watch }) => {
      wallet.connect()
      watch('it', () => 1, [always(() => true)])
      const params = [{ from: wallet.account, to: bob, value: '0x1' }]
      await wallet.provider
        .request({ method: 'eth_sendTransaction', params } as never)
        .catch(() => {})
      node.nextBeat()
    }
    const target = { target: 'block 1', place: 1, subject: 'block 1' }
    const sent = { sent: { nth: 1 } } as const
    const plan = (id: string, step: object) => ({
      ...{ id, name: id, kind: 'omitted' as const, ...target },
      steps: [{ at: 1_999, type: 'planSeal', ...step } as never],
    })
    const pair = [
      plan('without', { omit: [sent] }),
      plan('other gas', { amend: [{ transaction: sent, gasUsed: 50_000n }] }),
    ]
    for (const found of [pair, [...pair].reverse()])
      expect(await run(pays, { runs: 0, found: [found] })).toMatchObject(none)
  })

  test('pairs held mishaps that break alone', async () => {
    const zero: Body = ({ node, watch }) => {
      const app = balanceApp(node, { onError: 0n })
      watch('balance', () => app.shown, [wasTrue({ address: bob })])
    }
    const { findings } = await run(zero, { bail: 1_000, pairs: 12, seed: 'a' })
    const alone = findings
      .filter(({ mishaps }) => mishaps.length === 1)
      .flatMap(({ mishaps, alike }) => [`${mishaps[0]?.name}`, ...alike])
    const paired = findings
      .filter(({ mishaps }) => mishaps.length > 1)
      .flatMap(({ mishaps }) => mishaps.map(({ name }) => name))
    expect(alone.length).toBeGreaterThan(0)
    expect(paired.filter((name) => alone.includes(name))).toEqual([])
  })

  test('a prompt that stays open was no mishap', async () => {
    const waits: Body = async ({ wallet, watch }) => {
      let button = 'on'
      watch('button', () => button, [
        ({ looks }) =>
          looks
            .filter(
              ({ at, until, value }) => value === 'off' && until - at > 1_000,
            )
            .map(({ at }) => ({ at, text: 'the button is dead' }))[0],
      ])
      wallet.connect()
      button = 'off'
      const params = [{ from: wallet.account, to: bob, value: '0x1' }]
      await wallet.provider
        .request({ method: 'eth_sendTransaction', params } as never)
        .catch(() => {})
      button = 'on'
    }
    const { findings } = await run(waits, { kinds: { late: 0, failed: 0 } })
    expect(findings[0]).toMatchObject({
      text: 'the button is dead',
      mishaps: [{ kind: 'leftOpen' }],
    })
  })

  test('kinds are left out, and tried earlier', async () => {
    const kinds: (string | undefined)[] = []
    const right: Body = ({ node, watch }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      client.getBalance({ address: bob }).catch(() => {})
      watch('it', () => 1, [])
    }
    await run(right, {
      kinds: { late: 0, reorged: 50 },
      invariants: [
        ({ mishaps }) => {
          kinds.push(mishaps[0]?.mishap.kind)
          return undefined
        },
      ],
    })
    expect(kinds.filter((kind) => kind !== undefined)[0]).toBe('reorged')
    expect(kinds).not.toContain('late')
  })
})
