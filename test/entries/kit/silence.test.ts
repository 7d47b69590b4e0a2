import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpResponse, http as mswHttp } from 'msw'
import { setupServer } from 'msw/node'
import type { MockNode } from 'preseal'
import * as preseal from 'preseal'
import {
  createPublicClient,
  createWalletClient,
  custom,
  http,
  webSocket,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKit, type Kit } from '../../../src/entries/kit/createKit.js'
import { checkRunner } from '../../../src/entries/kit/index.js'
import { alice, bob } from '../../node/actors.js'
import { createTestRunner } from './testRunner.js'

afterEach(() => {
  vi.useRealTimers()
})

/** What a test that makes a mistake, and fails by it, is told. */
async function told(
  mistake: (kit: Kit) => unknown,
  message = 'expected 0n to be 1n',
  given: Parameters<typeof createTestRunner>[0] = {},
) {
  const { runner, end } = createTestRunner(given)
  await mistake(createKit(runner))
  const error = { message, stack: `Error: ${message}\n    at test.ts:1:1` }
  end([error])
  return error.message
}

/** A file with that text, for this test. */
function fileOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'silence-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mistake.test.ts')
  writeFileSync(file, text)
  return file
}

/** A place beside the nodes of a test, which closes whatever comes. */
async function elsewhere() {
  const server = createServer((_, response) => response.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const accounts = { [alice]: { balance: 5n } }

describe('a node that saw no request', () => {
  test.each<[string, (node: MockNode, url: string) => Promise<unknown>]>([
    [
      "http() on the node's chain",
      ({ chain }, url) =>
        createPublicClient({
          chain: { ...chain, rpcUrls: { default: { http: [url] } } },
          transport: http(undefined, { retryCount: 0 }),
        }).getBalance({ address: bob }),
    ],
    [
      'http() of a wallet client',
      (_, url) =>
        createWalletClient({
          transport: http(`${url}/v2/secret-key?token=s3cret`, {
            retryCount: 0,
          }),
        }).getChainId(),
    ],
  ])('another origin was asked without a word: %s', async (_, ask) => {
    const url = await elsewhere()
    const text = await told(async ({ testNode }) => {
      await ask(testNode({ accounts }), url).catch(() => {})
    }, 'Test timed out in 5000ms.')
    expect(text).toMatch(
      /^No request reached the node of this test\.[\s\S]*A longer time-out will not help\.\n\nTest timed out/,
    )
    expect(text).toContain(`
  ${url} was asked instead, and did not answer. Write transport: custom(node.provider), with import { custom } from 'viem'.`)
    expect(text).not.toMatch(/secret|s3cret/)
    // The advice is the transport, not another advance.
    expect(text).not.toContain('these wait for time that nobody moves')
  })

  test('a WebSocket to another URL was opened without a word', async () => {
    const text = await told(({ testNode }) => {
      testNode()
      const url = 'wss://key@node.example/v2/secret?key=secret'
      const socket = new WebSocket(url)
      socket.onerror = () => {}
      socket.close()
    })
    expect(text).toContain(
      'A WebSocket was opened to wss://node.example instead, and did not connect. Write transport: webSocket(node.wsUrl), with const node = testNode(…).',
    )
    expect(text).not.toContain('secret')
  })

  test('a kit that was loaded again did not see a WebSocket', async () => {
    createKit(createTestRunner().runner)
    const copy = '../../../src/entries/kit/runner/otherOrigins.js?again'
    const { watchOrigins } = (await import(
      copy
    )) as typeof import('../../../src/entries/kit/runner/otherOrigins.js')
    const end = watchOrigins()
    const socket = new WebSocket('wss://node.example')
    socket.onerror = () => {}
    socket.close()
    expect([...end().sockets.keys()]).toEqual(['wss://node.example'])
  })

  test('behavior: a socket at wsUrl is no other origin', async () => {
    const text = await told(async ({ testNode, nextBeatAsync }) => {
      const node = testNode()
      const transport = webSocket(node.wsUrl)
      const asked = createPublicClient({ transport }).getChainId()
      await nextBeatAsync()
      await asked
    })
    expect(text).not.toMatch(/No request|WebSocket was opened/)
  })

  test('a left-over spy on request answered without a word', async () => {
    const text = await told(async ({ testNode }) => {
      const node = testNode({ accounts })
      vi.spyOn(node.provider, 'request').mockResolvedValue('0x5')
      const transport = custom(node.provider)
      await createPublicClient({ transport }).getBalance({ address: bob })
    })
    expect(text).toContain('No request reached the node of this test.')
    expect(text).toContain(
      "node.provider.request is a spy, so the node is not asked. Delete vi.spyOn(node.provider, 'request')",
    )
  })

  test.each([
    ['vi.spyOn(node.provider, "request").mockResolvedValue("0x0")', 2],
    ['node.provider.request = async () => "0x0"', 2],
    ['// vi.spyOn(node.provider, "request")', undefined],
  ])('the line that replaced request was not named: %s', async (line, at) => {
    const file = fileOf(`\n${line}`)
    const text = await told(
      ({ testNode }) => {
        Object.assign(testNode().provider, { request: async () => '0x0' })
      },
      undefined,
      { testFile: () => file },
    )
    if (at === undefined) expect(text).not.toContain(file)
    else {
      expect(text).toContain(
        `Delete ${file}:${at}, which puts it there: ${line.slice(0, 20)}`,
      )
    }
  })

  test('behavior: another place that did answer is said to', async () => {
    const server = createServer((_, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const text = await told(async ({ testNode }) => {
      testNode()
      await (await fetch(`http://localhost:${port}`)).text()
    })
    expect(text).toContain(`localhost:${port} was asked instead, and answered`)
  })

  test('http() of a chain that the node plays: its own URL is named', async () => {
    const url = await elsewhere()
    const chain = { ...mainnet, rpcUrls: { default: { http: [url] } } }
    const text = await told(async ({ testNode }) => {
      testNode({ chain })
      const transport = http(undefined, { retryCount: 0 })
      const client = createPublicClient({ chain, transport })
      await client.getBlockNumber().catch(() => {})
    })
    expect(text).toContain(
      `${url} was asked instead, and did not answer: it is the URL in viem's chain Ethereum, and http() without a URL asks it.`,
    )
  })

  test('a mocked client left no trace: what to look for is said', async () => {
    const text = await told(({ testNode }) => void testNode())
    expect(text).toContain(
      'Does the client have custom(node.provider) as its transport, or in ethers new BrowserProvider(node.provider)? Is a mock of it left over, such as vi.mock',
    )
  })

  test('behavior: the other of two nodes of one chain was asked', async () => {
    const text = await told(async ({ testNode }) => {
      const [one] = [testNode(), testNode()]
      await one.provider.request({ method: 'eth_chainId' })
    })
    expect(text).toContain(
      'No request reached node 2 of 2, but node 1 got 1 request, and both are chain 31337.',
    )
    const apart = await told(async ({ testNode }) => {
      const [one] = [testNode(), testNode({ chainId: 9 })]
      await one.provider.request({ method: 'eth_chainId' })
    })
    expect(apart).not.toContain('No request')
  })

  test("http() on the node's own chain: its URL is no server", async () => {
    const text = await told(async ({ testNode }) => {
      const { chain } = testNode()
      const transport = http(undefined, { retryCount: 0 })
      const client = createPublicClient({ chain, transport })
      await client.getBlockNumber().catch(() => {})
    }, 'Test timed out in 5000ms.')
    expect(text).toContain(
      'http://node.test was asked instead, a placeholder at which no server listens: it is the URL in node.chain, and http() without a URL asks it. Write transport: custom(node.provider)',
    )
    expect(text).not.toMatch(/these wait for time|never moved/)
  })

  test('the line with the wrong transport was not named', async () => {
    const url = await elsewhere()
    const socketUrl = 'wss://key@node.example/v2/secret'
    const file = fileOf(
      `// http()\n\nhttp()\nhttp('${url}0/v2')\nhttp('${url}/v2/secret')\nwebSocket('${socketUrl}')`,
    )
    const text = await told(
      async ({ testNode }) => {
        testNode({ accounts })
        await fetch('http://node.test').catch(() => {})
        await fetch(`${url}/v2/secret`).catch(() => {})
        const socket = new WebSocket(socketUrl)
        socket.onerror = () => {}
        socket.close()
      },
      undefined,
      { testFile: () => file },
    )
    const custom = 'transport: custom(node.provider)'
    expect(text).toContain(`asks it. In ${file}:3, write ${custom}`)
    expect(text).toContain(`did not answer. In ${file}:5, write ${custom}`)
    expect(text).toContain(
      `did not connect. In ${file}:6, write transport: webSocket(node.wsUrl)`,
    )
    expect(text).not.toContain('secret')
  })

  test('modules that a file mocks are named', async () => {
    const file = fileOf("import 'viem'\nvi.mock('viem', () => ({}))")
    const text = await told(({ testNode }) => void testNode(), undefined, {
      testFile: () => file,
    })
    expect(text).toContain(
      `${file}:2 calls vi.mock('viem', …): what it puts in place of viem asks no node. Delete that call`,
    )
  })

  test('a node that was asked, but whose client has another URL for the rest', async () => {
    const text = await told(async ({ testNode }) => {
      const { chain, provider } = testNode()
      await provider.request({ method: 'eth_chainId' })
      const transport = http(undefined, { retryCount: 0 })
      const client = createPublicClient({ chain, transport })
      await client.getBlockNumber().catch(() => {})
    })
    expect(text).toContain(
      '\nhttp://node.test was asked, too, a placeholder at which no server listens',
    )
    expect(text).toContain('Write transport: custom(node.provider)')
  })

  test('options: watchOrigins', async () => {
    const url = await elsewhere()
    const text = await told(async ({ testNode }) => {
      testNode({ watchOrigins: false })
      await fetch(url).catch(() => {})
    })
    expect(text).not.toContain(url)
  })

  test('behavior: the watch is gone with its test', async () => {
    const url = await elsewhere()
    await told(({ testNode }) => void testNode())
    const text = await told(async ({ testNode }) => {
      await fetch(url).catch(() => {})
      testNode()
    })
    expect(text).not.toContain(url)
  })

  test('behavior: it comes before the story', async () => {
    const text = await told(({ testNode }) => void testNode().seal())
    expect(text.indexOf('No request')).toBeGreaterThan(0)
    expect(text.indexOf('What happened')).toBeGreaterThan(
      text.indexOf('No request'),
    )
  })
})

describe('time that stood still', () => {
  test('no beat since the send was not said', async () => {
    const text = await told(async ({ testNode }) => {
      const node = testNode({ accounts })
      node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
      await node.provider.request({ method: 'eth_chainId' })
    })
    expect(text).toContain(
      'No beat has come since "pay" was sent at 0 ms, so it is in no block',
    )
    expect(text).toContain('Write await nextBeatAsync()')
  })

  test('a test without a client was asked for its transport', async () => {
    const text = await told(async ({ testNode }) => {
      const node = testNode({ accounts })
      node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
    })
    expect(text).toContain(
      'No request reached the node of this test.\nNo beat has come since "pay"',
    )
  })

  test('behavior: a test at 0 ms is told so, and one that moved is not', async () => {
    const ask = (node: MockNode) =>
      node.provider.request({ method: 'eth_chainId' })
    const stood = await told(({ testNode }) => ask(testNode()))
    expect(stood).toContain('The time of the test never moved')
    const moved = await told(async ({ testNode, nextBeatAsync }) => {
      await ask(testNode())
      await nextBeatAsync()
    })
    expect(moved).not.toMatch(/never moved|No beat|No request/)
  })
})

test('a slow advanceAsync was accused of a missing await', async () => {
  const { runner, end } = createTestRunner()
  const { advanceAsync, testNode } = createKit(runner)
  const node = testNode()
  let isOn = true
  const poll = async () => {
    await node.provider.request({ method: 'eth_blockNumber' }).catch(() => {})
    if (isOn) setTimeout(poll, 50)
  }
  void poll()
  void advanceAsync(1_000_000)
  while (node.now < 500) await new Promise((resolve) => setImmediate(resolve))
  isOn = false
  const error = { message: 'Test timed out in 5000ms.' }
  end([error])
  expect(error.message).toMatch(
    /^advanceAsync\(1000000\) did not come to its end in the time of the test: it had come to \d+ of 1000000 ms after [\d.]+ s of real time\.\nClients sent [^\n]*\nOr give the test longer: test\(name, fn, \d+0000\)\. All of it takes about [\d.]+ s here/,
  )
  expect(error.message).toMatch(
    /Clients sent 1 request every 50 ms of the test's time \(of the last \d+: eth_blockNumber \d+ times\)/,
  )
  expect(error.message).not.toMatch(/Write await|nobody moves|will not help/)
})

describe('the wrong entry', () => {
  test.each(['jest', 'bun', 'deno', 'node-test'] as const)(
    'preseal/%s under vitest named no other',
    (entry) => {
      expect(() => checkRunner(entry)).toThrow(
        `preseal/${entry} was imported under vitest, expected under`,
      )
      expect(() => checkRunner(entry)).toThrow("from 'preseal/vitest'")
    },
  )

  test('testNode of preseal was "not a function"', () => {
    const { testNode } = preseal as unknown as Kit
    expect(() => testNode()).toThrow(
      "Write import { testNode } from 'preseal/vitest'",
    )
  })
})

describe('what is watched', () => {
  const url = 'https://rpc.example/v2/key'

  const server = setupServer(
    mswHttp.post(url, () => HttpResponse.json({ jsonrpc: '2.0', id: 1 })),
  )

  /** Where Node tells of no request, `fetch` is wrapped. */
  const asInBun = () => {
    const { versions } = process
    Object.defineProperty(process, 'versions', {
      configurable: true,
      value: { ...versions, bun: '1.2.0' },
    })
    onTestFinished(() => {
      Object.defineProperty(process, 'versions', {
        configurable: true,
        value: versions,
      })
    })
  }

  const where = [
    ['Node', () => {}],
    ['Bun', asInBun],
  ] as const

  test.each(where)('msw answers as before, in %s', async (_, enter) => {
    enter()
    server.listen()
    onTestFinished(() => server.close())
    const intercepted = globalThis.fetch
    const text = await told(async ({ testNode }) => {
      testNode()
      const response = await fetch(url, { method: 'POST', body: '{}' })
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1 })
    })
    expect(globalThis.fetch).toBe(intercepted)
    expect(text).not.toContain('/v2/key')
  })

  test.each(where)('a spy that was there is left, in %s', async (_, enter) => {
    enter()
    const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    onTestFinished(() => spy.mockRestore())
    await told(async ({ testNode }) => {
      testNode()
      expect(globalThis.fetch).toBe(spy)
      await fetch(url)
    })
    expect(spy).toHaveBeenCalledExactlyOnceWith(url)
    expect(globalThis.fetch).toBe(spy)
  })

  test.each(where)('a spy that comes later stays, in %s', async (_, enter) => {
    enter()
    const before = globalThis.fetch
    await told(async ({ testNode }) => {
      testNode()
      const spy = vi
        .spyOn(globalThis, 'fetch')
        .mockResolvedValue(new Response())
      onTestFinished(() => {
        globalThis.fetch = before
      })
      await fetch(url)
      expect(spy).toHaveBeenCalledExactlyOnceWith(url)
    })
    expect(vi.isMockFunction(globalThis.fetch)).toBe(true)
  })

  test('behavior: fetch is what it was, once the test is over', async () => {
    asInBun()
    const before = globalThis.fetch
    await told(({ testNode }) => {
      testNode()
      expect(globalThis.fetch).not.toBe(before)
    })
    expect(globalThis.fetch).toBe(before)
  })
})

test('an error that says how to go on got other advice', async () => {
  const { runner, end } = createTestRunner()
  const { testNode, nextBlockAsync } = createKit(runner)
  const node = testNode({ sealing: 'instant' })
  await node.provider.request({ method: 'eth_chainId' })
  const error: Error = await nextBlockAsync().then(
    () => expect.unreachable(),
    (thrown) => thrown,
  )
  const said = error.message
  end([error])
  expect(said).toContain('no further boundary will come, because')
  expect(error.message).not.toContain('nextBeatAsync()')
})
