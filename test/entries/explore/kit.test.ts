import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import FakeTimers from '@sinonjs/fake-timers'
import { createMockNode, parseScenario } from 'preseal'
import {
  type Body,
  type ExploreOptions,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { toTimers } from '../../../src/entries/explore/options/options.js'
import { createExplore } from '../../../src/entries/exploreKit/index.js'
import { bob } from '../../node/actors.js'
import { balanceApp } from './balanceApp.js'

const node = { accounts: { [bob]: { balance: 7n } } }

const app =
  (onError: unknown): Body =>
  ({ node, watch }) => {
    const app = balanceApp(node, { onError })
    watch('balance', () => app.shown, [wasTrue({ address: bob })])
  }

/** A test runner that runs a test as soon as it is declared. */
function runner(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'preseal-mishaps-'))
  for (const [name, value] of Object.entries({ CI: '', ...environment }))
    vi.stubEnv(name, value)
  const print = vi.spyOn(console, 'info').mockReturnValue()
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    vi.unstubAllEnvs()
    print.mockRestore()
  })
  const pages: string[] = []
  let ran: Promise<void> = Promise.resolve()
  const timeouts: number[] = []
  const declare = (_: string, run: () => Promise<void>, timeout: number) => {
    timeouts.push(timeout)
    ran = run()
  }
  const explore = createExplore({
    timers: toTimers(FakeTimers),
    declare: { test: declare, only: declare, skip: () => {} },
    testFile: () => join(folder, 'app.test.ts'),
    addPages: (more) => void pages.push(...more),
  })
  return {
    pages,
    timeouts,
    write: (lines: readonly string[]) =>
      writeFileSync(join(folder, 'app.test.ts'), lines.join('\n')),
    printed: () => print.mock.calls.flat().join('\n'),
    files: () => {
      const place = join(folder, '__mishaps__')
      return existsSync(place)
        ? readdirSync(place).map((name) => join(place, name))
        : []
    },
    run: (body: Body, options: ExploreOptions = {}) => {
      explore('the balance is right', body, {
        duration: 4_000,
        node,
        ...options,
      })
      return ran.then(
        () => 'passed',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    },
    skip: () => explore.skip('nothing', app(0n)),
  }
}

describe('explore of a kit', () => {
  test('default: fails with the finding, and keeps it in a file', async () => {
    const { run, files } = runner()
    const said = await run(app(0n))
    const [file] = files()
    expect(said).toContain('MishapFoundError: balance: wasTrue does not hold')
    expect(said).toContain(`Kept in ${file}`)
    const text = readFileSync(`${file}`, 'utf8')
    const steps = [
      {
        at: 0,
        type: 'fault',
        fault: {
          type: 'rpc',
          code: -32000,
          message: 'header not found',
          methods: ['eth_getBalance'],
          skip: 0,
          times: 1,
        },
      },
    ]
    const target = 'eth_getBalance(0x0000…0b0b,pending)'
    const subject = 'the 1st eth_getBalance of 0x0000…0b0b at pending'
    const name = `${subject} fails with "header not found"`
    const id = `failed/unknown/${target}/1`
    const chainId = 31_337
    const kind = 'failed'
    expect(JSON.parse(text)).toEqual({
      test: 'the balance is right',
      file: 'app.test.ts',
      invariant: 'balance: wasTrue',
      text: expect.stringMatching(/^at 0 ms it showed 0, which was never true/),
      mishaps: [{ id, name, target, place: 1, subject, chainId, kind, steps }],
      scenario: { version: 1, chainId, steps, duration: 4_000 },
    })
    expect(text).toMatch(/^{\n {2}"test": .*\n}\n$/s)
  })

  test('behavior: what a file holds is tried first, and stays', async () => {
    const { run, files, printed } = runner()
    const report = /Explored .*/s
    const first = await run(app(0n))
    const again = await run(app(0n), { runs: 0 })
    expect(again.replace(report, '')).toBe(first.replace(report, ''))
    expect(await run(app(undefined), { runs: 0 })).toBe('passed')
    expect(printed()).toMatch(/Explored 1 mishap of \d+ in/)
    expect(files()).toHaveLength(1)
  })

  test('a kept finding was counted twice once nothing broke', async () => {
    const { run, printed } = runner()
    await run(app(0n))
    expect(await run(app(undefined))).toBe('passed')
    expect(printed()).toMatch(/Explored (\d+) mishaps of \1 in/)
  })

  test('a kept finding was tried beyond the number of runs', async () => {
    const { run, printed } = runner()
    await run(app(0n))
    expect(await run(app(undefined), { runs: 20 })).toBe('passed')
    expect(printed()).toMatch(/Explored 20 mishaps of \d+ in/)
  })

  test('the pairs were left out where a finding was kept', async () => {
    const { run, printed } = runner()
    await run(app(0n))
    expect(await run(app(undefined), { pairs: 2 })).toBe('passed')
    expect(printed()).toMatch(/Explored (\d+) mishaps of \1 and 2 more/)
  })

  test('behavior: its scenario is one that createMockNode plays', async () => {
    const { run, files } = runner()
    await run(app(0n))
    const { scenario } = JSON.parse(readFileSync(`${files()[0]}`, 'utf8'))
    const node = createMockNode({
      ...parseScenario(scenario),
      clock: 'virtual',
    })
    const params = [bob, 'pending'] as const
    const ask = () =>
      node.provider.request({ method: 'eth_getBalance', params })
    await expect(ask()).rejects.toMatchObject({ message: 'header not found' })
    expect(await ask()).toBe('0x0')
  })

  test('behavior: in CI nothing is written, and the file is printed', async () => {
    const { run, files } = runner({ CI: 'true' })
    const said = await run(app(0n))
    expect(files()).toEqual([])
    expect(said).toContain('Not written here.')
    const text = said.slice(said.indexOf('\n{'), said.indexOf('\n}') + 2)
    expect(JSON.parse(text).mishaps).toHaveLength(1)
  })

  test('behavior: the environment says how much more is tried', async () => {
    const { run, printed } = runner({
      PRESEAL_SHARD: '1/2',
      PRESEAL_PAIRS: '3',
      PRESEAL_SEED: 'tonight',
    })
    expect(await run(app(undefined))).toBe('passed')
    const report =
      /Explored (\d+) mishaps of (\d+) and 3 more \(examples, kept findings, pairs\) in/
    const [, tried, offered] = report.exec(printed()) ?? []
    expect(Number(tried)).toBe(Math.ceil(Number(offered) / 2))
  })

  test('behavior: a page for the reporter', async () => {
    const { run, pages } = runner({ PRESEAL_PAGES: '1' })
    await run(app(0n))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('<title>the balance is right</title>')
    // Here is no file of the test, so the line is that of the declaration.
    expect(pages[0]).toMatch(/at test\/entries\/explore\/kit\.test\.ts:\d+/)
  })

  test('behavior: the page of a finding showed no line of the test', async () => {
    const { run, pages, write } = runner({ PRESEAL_PAGES: '1' })
    write(["  // watch('balance', …)", "  watch('balance', look, [one])", '})'])
    await run(app(0n))
    expect(pages[0]).toMatch(
      /app\.test\.ts:2\\n.*> {4}2 \| {3}watch\('balance', look, \[one\]\)/,
    )
  })

  test('options: the time of the test fits that of the exploration', async () => {
    const { run, timeouts } = runner()
    const slow: Body = (explored) => {
      const until = performance.now() + 10
      while (performance.now() < until);
      return app(undefined)(explored)
    }
    expect(await run(slow, { timeLimit: 1 })).toMatch(
      /^ExplorationError: .*before anything was tried/,
    )
    expect(timeouts).toEqual([30_001])
  })

  test('error: an invariant that had nothing to judge', async () => {
    const { run } = runner()
    const body: Body = ({ node, watch }) => {
      const app = balanceApp(node)
      watch('balance', () => app.shown, [wasTrue({ address: bob })])
      watch('payment', () => 'idle', [staysFinal('final')])
    }
    const said = await run(body, { runs: 5 })
    expect(said).toMatch(
      /^ExplorationError: explore: an invariant had nothing to judge/,
    )
    expect(said).toContain(
      'Never judged: payment: staysFinal (it never showed anything final). Of these',
    )
    // Of a part of the runs nobody knows.
    expect(await run(body, { runs: 5, shard: '1/2' })).toBe('passed')
    expect(await run(body, { runs: 0 })).toBe('passed')
  })

  test('behavior: a file of another test is left alone', async () => {
    const { run, files } = runner()
    await run(app(0n))
    writeFileSync(`${files()[0]}`, '{ "test": "another one", "mishaps": [] }')
    expect(await run(app(undefined), { runs: 0 })).toBe('passed')
  })
})
