import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  createMockNode,
  formatScenario,
  type MockNodeOptions,
  parseScenario,
} from 'preseal'
import { record } from 'preseal/record'
import { serve } from 'preseal/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseDuration } from '../../../src/entries/cli/host/parseArguments.js'
import {
  progressBar,
  recordedLine,
} from '../../../src/entries/cli/recordLines.js'
import { alice, bob, token } from '../../node/actors.js'
import { accounts, outline, post } from '../record/recordings.js'
import { play } from './play.js'
import { scratchFile } from './scratchFile.js'

const options = [
  ...['--balance', bob],
  ...['--balance', alice],
  ...['--storage', `${token}:0`],
]

/** A node behind a port, in which nothing moves unless a test says so. */
async function open(given: MockNodeOptions = {}) {
  const node = createMockNode({ accounts, ...given })
  const { url, close } = await serve(node)
  onTestFinished(async () => {
    await close()
    node.dispose()
  })
  return { node, url }
}

describe('record over a real connection', () => {
  test('default: is what the served node says', async () => {
    const { node, url } = await open({ endpoint: 'public' })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const scenario = await record({
      from: url,
      duration: 50,
      pollingInterval: 25,
      watch: { balances: [alice, bob] },
    })
    expect(outline(scenario)).toEqual([
      '0: latest 0x0, 0 transactions, no receipts, 5 wei',
      '0: pending 0x1, 1 transactions, no receipts, 6 wei',
    ])
    const replayed = createMockNode(parseScenario(formatScenario(scenario)))
    for (const request of [
      ['eth_getBlockByNumber', 'pending', true],
      ['eth_getBlockReceipts', 'pending'],
      ['eth_getBalance', bob, 'pending'],
      ['eth_getBalance', bob, 'latest'],
    ])
      expect(await post(replayed.fetch, request)).toEqual(
        await post(fetch, request, url),
      )
  })
})

describe('preseal record', () => {
  test('default: writes the scenario to stdout', async () => {
    const { url } = await open()
    const { ended } = play('record', url, '--for', '100ms', ...options)
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toBe('recorded 2 steps, 2 imports, 0 faults\n')
    expect(outline(parseScenario(stdout))).toHaveLength(2)
    expect(Object.entries(JSON.parse(stdout)).slice(0, 2)).toEqual([
      ['$schema', './node_modules/preseal/dist/scenario.schema.json'],
      ['version', 1],
    ])
  })

  test('options: -o names a file, --quiet prints nothing', async () => {
    const { url } = await open()
    const file = scratchFile()
    const { ended } = play(
      ...['record', url, '--for', '0s', '-o', file, '--quiet', ...options],
    )
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' })
    const text = readFileSync(file, 'utf8')
    expect(outline(parseScenario(text))).toHaveLength(2)
    // Seen from the file, wherever that is.
    expect(resolve(dirname(file), JSON.parse(text).$schema)).toBe(
      resolve('node_modules/preseal/dist/scenario.schema.json'),
    )
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'behavior: %s writes what there is',
    async (signal) => {
      const { node, url } = await open()
      const file = scratchFile()
      const { interrupt, ended } = play(
        ...['record', url, '--for', '5m', '--every', '10ms', '-o', file],
      )
      await new Promise<void>((resolve) => {
        const stop = node.on('answered', () => {
          if (node.answeredRequests.length < 50) return
          stop()
          resolve()
        })
      })
      await interrupt(signal)
      expect((await ended).code).toBe(0)
      expect(outline(parseScenario(readFileSync(file, 'utf8')))).toHaveLength(2)
    },
  )

  test.each([
    [
      ['http://127.0.0.1:1', '--for', '0s'],
      'Nothing was recorded: the endpoint returned no latest block (no connection). Check the URL, and that the endpoint is up.',
    ],
    [
      ['http://127.0.0.1:1', '-o', '/nowhere/scenario.json'],
      'Cannot write /nowhere/scenario.json: there is no folder "/nowhere". Create it first.',
    ],
    [
      ['http://127.0.0.1:1', '-o', 'package.json/scenario.json'],
      'Cannot write package.json/scenario.json: "package.json" is no folder.',
    ],
    [
      ['http://127.0.0.1:1', '-o', 'test'],
      'Cannot write test: it is a folder. Name a file in it.',
    ],
  ])('error: %j', async (args, message) => {
    const { ended } = play('record', ...args)
    expect(await ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `preseal: ${message}\n`,
    })
  })
})

describe('recordLines', () => {
  const progress = {
    elapsed: 5_000,
    duration: 20_000,
    polls: 26,
    steps: 31,
    blockNumber: 123n,
    characters: 1_250_000,
  }

  test('default: a bar that takes the place of the one before', () => {
    expect(progressBar(progress)).toBe(
      '\r\u001b[K██████░░░░░░░░░░░░░░░░░░  5.0 s of 20.0 s, block 123, 31 steps, 1.3 MB',
    )
  })

  test('behavior: is full at the end, of a duration of 0 too', () => {
    for (const ended of [
      { elapsed: 21_000, duration: 20_000 },
      { elapsed: 0, duration: 0 },
    ])
      expect(
        progressBar({ ...progress, blockNumber: undefined, ...ended }),
      ).toMatch(/█{24} {2}.*, no block yet,/)
  })

  test('default: what was recorded, and where', () => {
    expect(recordedLine({}, 'a.json')).toBe(
      'recorded 0 steps, 0 imports, 0 faults to a.json\n',
    )
  })
})

describe('parseDuration', () => {
  test.each([
    ['200ms', 200],
    ['20s', 20_000],
    ['1.5m', 90_000],
    ['0ms', 0],
  ])('default: %s', (given, ms) => {
    expect(parseDuration('--for', given, 0)).toBe(ms)
  })

  test('error: a number without its unit', () => {
    expect(() => parseDuration('--every', '1.5', 1)).toThrow(
      'Option "--every" is "1.5", which lacks its unit. Write "1.5s" or "1.5ms".',
    )
  })

  test.each(['', '20x', 's', '-1s', '1e3s', '1d', '99999999999999999s'])(
    'error: %j',
    (given) => {
      expect(() => parseDuration('--for', given, 0)).toThrow(
        'expected 0 ms or more',
      )
    },
  )
})
