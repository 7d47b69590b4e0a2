// @vitest-environment happy-dom
import FakeTimers from '@sinonjs/fake-timers'
import {
  always,
  type Body,
  type Explored,
  explore,
  type Invariant,
  neverPaidTwice,
  noConsoleError,
  noFlicker,
  wasTrue,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { says } from '../../says.js'
import { balanceApp } from './balanceApp.js'

/** What an exploration says that watches this. */
async function saidOf(
  look: (app: { readonly shown: unknown }) => unknown,
  invariants: readonly Invariant[] = [noFlicker()],
) {
  const body = ({ node, watch }: Explored) => {
    const app = balanceApp(node)
    watch('it', () => look(app), invariants)
  }
  const node = { accounts: { [bob]: { balance: 70n } } }
  const given = { timers: FakeTimers, duration: 3_000, runs: 10, node }
  return explore(body, given).then(
    ({ findings: [first] }) =>
      first === undefined ? 'nothing' : `${first.invariant}: ${first.text}`,
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

const any = (given: unknown) => given as Invariant
const noData = says(
  'ExplorationError … "it" … expected a text, a number or plain data,',
)

describe('what is watched', () => {
  test('an element ended in a raw TypeError', async () => {
    expect(await saidOf(() => document.createElement('p'))).toEqual(noData)
  })

  test('a promise, a function and a circle were one value for ever', async () => {
    const circle: { itself?: unknown } = {}
    circle.itself = { deep: [circle] }
    const unfit = [Promise.resolve(5), () => 5, Symbol('5'), circle]
    for (const one of unfit) expect(await saidOf(() => one)).toEqual(noData)
  })

  test('a value that throws as it is read ended in its raw error', async () => {
    const store = {
      get rows() {
        throw new RangeError('it is closed')
      },
    }
    expect(await saidOf(() => store)).toEqual(
      says('ExplorationError … watch: at 0 ms the look at "it" threw:'),
    )
  })

  test('a list that grows was judged as it became later', async () => {
    const rowsOf = new Map<object, unknown[]>()
    const few = always((seen) => (seen as unknown[]).length < 3)
    const said = await saidOf(
      (app) => {
        const rows = rowsOf.get(app) ?? []
        rowsOf.set(app, rows)
        rows.push(app.shown)
        return rows
      },
      [few],
    )
    expect(said).toMatch(/^it: always: it showed \[[^,]*,[^,]*,[^,]*\]$/)
  })

  test('default: maps, sets, dates and errors differ by what they hold', async () => {
    let count = 0
    const values = [
      new Map([['a', 1n]]),
      new Set([2]),
      new Date(0),
      Error('no'),
    ]
    const seen: unknown[] = []
    await saidOf(
      () => values[Math.min(count++, 3)],
      [
        ({ looks }) => {
          if (seen.length === 0) seen.push(...looks.map(({ value }) => value))
          return undefined
        },
      ],
    )
    expect(seen).toEqual([[['a', 1n]], [2], new Date(0), Error('no')])
  })
})

describe('an invariant', () => {
  test('that was not called got nonsense for an argument', async () => {
    for (const factory of [noFlicker, neverPaidTwice, always, wasTrue])
      expect(await saidOf(() => 5, [any(factory)])).toEqual(
        says(
          `InvalidParametersError … Write ${factory.name}(…) in the list of`,
        ),
      )
  })

  test('that returns something else ended in a raw TypeError', async () => {
    for (const one of ['bad', false, null, {}, Promise.resolve()])
      expect(await saidOf(() => 5, [any(() => one)])).toEqual(
        says('InvalidParametersError … expected undefined, { at, text }, {'),
      )
  })

  test('that throws is an error of the test, or a finding', async () => {
    const length = always((value) => (value as string).length > 0)
    expect(await saidOf(() => undefined, [length])).toBe(
      "TypeError: Cannot read properties of undefined (reading 'length')",
    )
    const gone = always((value) => BigInt(value as bigint) >= 0n)
    const failing = ({ node, watch }: Explored) => {
      let shown: unknown = 0n
      const read = { method: 'eth_chainId' } as const
      node.provider.request(read).catch(() => {
        shown = undefined
      })
      watch('it', () => shown, [gone])
    }
    const { findings } = await explore(failing, {
      timers: FakeTimers,
      duration: 1_000,
    })
    expect(findings[0]?.text).toBe(
      'it threw TypeError: Cannot convert undefined to a BigInt',
    )
    expect(findings[0]?.mishaps[0]?.name).toContain('eth_chainId fails')
  })

  test('wasTrue took what read threw, a promise, or another chain for the truth', async () => {
    const shown = (app: { readonly shown: unknown }) => app.shown
    const slips = wasTrue({
      read: () => {
        throw new RangeError('a slip')
      },
    })
    const promises = wasTrue({ read: async () => 70n })
    const elsewhere = wasTrue({ address: bob, chainId: 99 })
    for (const [law, words] of [
      [slips, 'RangeError … a slip'],
      [promises, 'InvalidParametersError … { read } that returns a value,'],
      [elsewhere, 'InvalidParametersError … "chainId" … the chain id of a'],
    ] as const)
      expect(await saidOf(shown, [law])).toEqual(says(words))
  })

  test('that a bigint was asked for ended in a raw TypeError', async () => {
    let runs = 0
    const body =
      (parameter: () => unknown): Body =>
      ({ node, watch }) => {
        let shown = 70n
        const params = [bob, parameter()]
        node.provider
          .request({ method: 'eth_getBalance', params } as never)
          .catch((error: { code: number }) => {
            if (error.code !== -32602) shown = 1n
          })
        watch('it', () => shown, [wasTrue({ address: bob })])
      }
    const node = { accounts: { [bob]: { balance: 70n } } }
    const given = { timers: FakeTimers, duration: 1_000, node }
    const {
      findings: [first],
    } = await explore(
      body(() => 5n),
      given,
    )
    expect(first?.text).toMatch(/^at 0 ms it showed 1, which was never true/)
    const differing = explore(
      body(() => BigInt(runs++)),
      given,
    )
    await expect(differing).rejects.toMatchObject({
      name: 'ExplorationError',
    })
  })

  test('wasTrue was called, and what read returned denied it', async () => {
    const read = wasTrue({ read: () => ({ timelines: 1 }) })
    expect(await saidOf(() => 'a text', [read])).toMatch(
      /^it: wasTrue: at 0 ms it showed "a text", which was never true/,
    )
  })

  test('that left undecidedUntil undefined lost its text', async () => {
    const wrong = { at: 5, text: 'it is wrong', undecidedUntil: undefined }
    expect(await saidOf(() => 5, [any(() => wrong)])).toBe(
      'it: an invariant: it is wrong',
    )
  })

  test('noConsoleError made console.error throw for what has no text', async () => {
    const log = ({ node }: Explored) => {
      // biome-ignore lint/suspicious/noConsole: the application does
      console.error(Symbol('s'), Object.create(null), 'plain', Error('no'))
      return node.provider.request({ method: 'eth_chainId' })
    }
    const { findings } = await explore(log, {
      timers: FakeTimers,
      duration: 1_000,
      invariants: [noConsoleError()],
    })
    expect(findings.map(({ text }) => text)).toEqual([
      'console.error was called with Symbol(s) {} plain Error: no',
    ])
  })

  test('wasTrue took a quantity that read returns for a text', async () => {
    const quantity = wasTrue({
      read: (view, block) =>
        view.request({ method: 'eth_getBalance', params: [bob, block] }),
    })
    expect(await saidOf(({ shown }) => shown, [quantity])).toBe('nothing')
  })
})
