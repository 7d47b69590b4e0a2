import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BrowserProvider } from 'ethers'
import { createMockNode, type Fault, type MockNodeOptions } from 'preseal'
import {
  createPublicClient,
  custom,
  http,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { rulesOf } from '../src/faults/endpoint.js'
import { parseOptions } from '../src/schema/parseOptions.js'
import { faults } from './readme/faults.js'
import { describeIdentity } from './readme/identities.js'
import { readBlocks, readCode, readTable } from './readme/markdown.js'
import { mistakes, nameOfError } from './readme/mistakes.js'
import { namesSource, section } from './readme/names.js'
import { overHttp } from './readme/overHttp.js'
import {
  accounts,
  bob,
  payment,
  readBlock,
  rejection,
  request,
} from './readme/reading.js'
import { run } from './readme/run.js'
import { toSnippet } from './readme/snippet.js'
import { typeCheck } from './readme/typeCheck.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const blocks = readBlocks(readme)
const snippets = blocks
  .filter(({ language }) => ['ts', 'js'].includes(language))
  .map(toSnippet)

/** Says that the README has this phrase, which the test at hand proves. */
function says(phrase: string) {
  if (!readme.replaceAll(/\s+/g, ' ').includes(phrase))
    throw new Error(`README.md does not say "${phrase}".`)
}

function evaluate(code: string): unknown {
  return new Function(`return ${code.replaceAll('`', '')}`)()
}

afterEach(() => {
  vi.useRealTimers()
})

describe('code', () => {
  let errors: string[] = []

  beforeAll(() => {
    const files = snippets.map(({ language, line, source }) => [
      `README-${line}.${language === 'js' ? 'cjs' : 'ts'}`,
      source,
    ])
    errors = typeCheck(root, {
      ...Object.fromEntries(files),
      'names.ts': namesSource(readme),
      'typed.ts': `import { createMockNode } from 'preseal'
        const { request } = createMockNode().provider
        request({ method: 'eth_chainId' }) satisfies Promise<string>
        // @ts-expect-error
        request({ method: 'eth_gasPrice' })`,
    })
  }, 120_000)

  test('compiles', () => {
    expect(errors.filter((error) => error.startsWith('README-'))).toEqual([])
  })

  test('lists of names are complete', () => {
    expect(errors.filter((error) => error.startsWith('names.'))).toEqual([])
  })

  test('request is typed by method', () => {
    says('one that is not served does not compile')
    expect(errors.filter((error) => error.startsWith('typed.'))).toEqual([])
  })

  test('opens with one sentence and a test of 20 lines that is complete', () => {
    expect(readme).toMatch(/^# preseal\n\n[A-Z]((?!\. )[^\n])+\.\n\n```ts\n/)
    const [opening] = snippets
    expect(opening?.code.split('\n')).toHaveLength(20)
    expect(opening).toMatchObject({ uses: [], isTest: true })
  })

  test('fits 80 columns', () => {
    const wide = blocks
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => line.length > 80)
    expect(wide).toEqual([])
  })

  for (const snippet of snippets) {
    const name = `README.md:${snippet.line}`
    if (snippet.isTest) describe(name, () => run(snippet))
    else test(name, () => run(snippet))
  }
})

const words: { [word: string]: unknown } = {
  'the zero address': `0x${'0'.repeat(40)}`,
  '32 zero bytes': `0x${'0'.repeat(64)}`,
}

/** Names and defaults of the table with that heading. */
function readDefaults(heading: string): { [name: string]: unknown } {
  const rows = readTable(readme, heading, 'default').slice(1)
  return Object.fromEntries(
    rows.map(([name = '', value = '']) => [
      readCode(name)[0],
      value in words ? words[value] : evaluate(value),
    ]),
  )
}

describe('tables', () => {
  test('the pending block', async () => {
    const [times = [], ...rows] = readTable(readme, 'ms')
    const node = createMockNode()
    let index = 0
    node.on('beat', (beat) => {
      index = beat.index
    })
    const columns: string[][] = []
    for (const time of times.slice(1)) {
      node.advance(Number(time) - node.now)
      const [pending, latest] = await Promise.all([
        readBlock(node, 'pending'),
        readBlock(node, 'latest'),
      ])
      const number = (hex: string | null | undefined) => `block ${Number(hex)}`
      columns.push([
        number(pending?.number),
        `${index}`,
        number(latest?.number),
      ])
    }
    expect(
      rows.map((row, position) => [row[0], ...columns.map((c) => c[position])]),
    ).toEqual(rows)
  })

  test('options', () => {
    const defaults = parseOptions(undefined)
    const documented = readDefaults('option')
    const { header, ...top } = defaults
    const entries = [
      ...Object.entries({ ...top, version: 1, timestamp: 1_767_225_600n }),
      ...Object.entries(header).map(([key, value]) => [`header.${key}`, value]),
    ]
    expect(documented).toEqual(Object.fromEntries(entries))
  })

  test('l1Attributes', () => {
    const { l1Attributes } = parseOptions({ l1Attributes: {} })
    expect(readDefaults('of `l1Attributes`')).toEqual(l1Attributes)
  })

  test('options: the default timestamp', async () => {
    const block = await readBlock(createMockNode(), 'earliest')
    expect(block?.timestamp).toBe(`0x${1_767_225_600n.toString(16)}`)
    vi.useFakeTimers({ now: 5_000 })
    const ambient = createMockNode({ clock: 'ambient' })
    expect((await readBlock(ambient, 'earliest'))?.timestamp).toBe('0x5')
  })

  test('HTTP faults', async () => {
    const [statuses = [], codes = []] = readTable(readme, 'status')
    const { provider, fault } = createMockNode()
    const thrown: string[] = []
    for (const text of statuses.slice(1)) {
      const status = text === 'other 4xx' ? 418 : Number(text)
      const lift = fault({ type: 'http', status })
      const error = await rejection(provider.request({ method: 'eth_chainId' }))
      expect(error).toMatchObject({ status })
      thrown.push(`${error.code}`)
      lift()
    }
    expect(thrown).toEqual(codes.slice(1))
  })

  test('faults over HTTP', async () => {
    const [, ...rows] = readTable(readme, '[fault](#faults)')
    const types = rows.map(([names = '']) => readCode(names).map(evaluate))
    expect(types.flat().sort()).toEqual(Object.keys(faults).sort())
    for (const [index, [, ...words]] of rows.entries())
      for (const type of types[index] ?? [])
        expect(await overHttp(type as Fault['type']), `${type}`).toEqual(words)
  })

  test('identities', async () => {
    const [, ...rows] = readTable(readme, '`pendingIdentity`')
    const computed: string[][] = []
    for (const [name = ''] of rows)
      computed.push([
        name,
        ...(await describeIdentity(
          evaluate(name) as MockNodeOptions['pendingIdentity'],
        )),
      ])
    expect(computed).toEqual(rows)
  })

  test('events', async () => {
    const [, ...rows] = readTable(readme, '`node.on`')
    const node = createMockNode({ accounts })
    const fields: { [name: string]: string[] } = {}
    for (const name of [
      'preconfirmed',
      'dropped',
      'sealed',
      'beat',
      'exchange',
    ] as const)
      node.on(name, (event) => {
        fields[name] = Object.keys(event)
      })
    const hash = node.preconfirm(payment)
    node.tick()
    node.dropTransaction({ hash })
    node.seal()
    await readBlock(node, 'latest')
    const documented = rows.map(([name = '', , value = '']) => [
      evaluate(readCode(name)[0] ?? ''),
      value
        .replace('the same', '`hash`, `blockNumber`, `index`, `transaction`')
        .replace(/: .*/, ''),
    ])
    expect(
      documented.map(([name, value]) => [name, readCode(`${value}`)]),
    ).toEqual(
      rows.map(([name = '']) => {
        const event = evaluate(readCode(name)[0] ?? '') as string
        return [
          event,
          event === 'exchange' ? ['node.exchanges'] : fields[event],
        ]
      }),
    )
  })

  test('errors', () => {
    const rows = readTable(readme, 'name', 'thrown by').slice(1)
    const documented = rows.flatMap(([names = '']) => readCode(names))
    expect(documented.sort()).toEqual(Object.keys(mistakes).sort())
    for (const [name, mistake] of Object.entries(mistakes))
      expect(nameOfError(mistake), name).toBe(name)
  })
})

describe('statements', () => {
  test('Node versions', () => {
    const [, version] = /Node (\d+\.\d+) or newer/.exec(readme) ?? []
    expect(manifest.engines.node).toBe(`>=${version}`)
  })

  test('commands are scripts of package.json', () => {
    const shell = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code)
      .join('\n')
    const commands = [...shell.matchAll(/npm (?:run )?(\w+)/g)].map(
      ([, name]) => name ?? '',
    )
    const scripts = commands.filter((name) => !['ci', 'install'].includes(name))
    expect(Object.keys(manifest.scripts)).toEqual(
      expect.arrayContaining(scripts),
    )
    expect(scripts).toContain('demo')
  })

  test('links lead somewhere', () => {
    const slugs = [...readme.matchAll(/^##+ (.*)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    )
    const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(
      ([, target = '']) => target,
    )
    const lost = targets.filter((target) =>
      target.startsWith('#')
        ? !slugs.includes(target)
        : !existsSync(root + target),
    )
    expect(lost).toEqual([])
    expect(targets).toContain('examples/clientTraps.test.ts')
  })

  test('everything a node has is shown', () => {
    const prose = readme.replaceAll(/```.*?```/gs, '')
    const code = [...readCode(prose), ...blocks.map((block) => block.code)]
    const members = Object.keys(createMockNode())
    const hidden = members.filter(
      (member) => !code.some((text) => text.includes(member)),
    )
    expect(hidden).toEqual([])
  })

  test('the methods that are served', async () => {
    const { data } = await rejection(request(createMockNode(), 'eth_call'))
    const [served = ''] = section(readme, 'Methods').split('. A block')
    expect(readCode(served)).toEqual((data as { methods: string[] }).methods)
  })

  test('the control verbs', async () => {
    says('`hardhat_` does as `anvil_`')
    const [, ...rows] = readTable(readme, 'method', 'parameters', 'answer')
    const listed = rows.flatMap(([names = '']) => readCode(names))
    const twins = listed
      .filter((name) => name.startsWith('anvil_'))
      .map((name) => name.replace('anvil_', 'hardhat_'))
    const { control } = createMockNode()
    const asking = control.request({ method: 'evm_nothing' })
    const { methods } = (await rejection(asking)).data as { methods: string[] }
    expect([...listed, ...twins].sort()).toEqual(methods)
  })

  test('the time of beats and blocks', () => {
    const { preconfirmationTime, blockTime } = parseOptions(undefined)
    says(`every ${preconfirmationTime} ms, sealed every ${blockTime / 1_000} s`)
  })

  test('the pending block has neither number nor hash to be found by', async () => {
    says('its number and its hash answer `null` until it is sealed')
    const node = createMockNode({ accounts })
    node.preconfirm(payment)
    node.tick()
    const pending = await readBlock(node, 'pending')
    expect(await readBlock(node, '0x1')).toBe(null)
    expect(
      await request(node, 'eth_getBlockByHash', pending?.hash, false),
    ).toBe(null)
  })

  test('gas and base fee of a transaction', async () => {
    says('Without more said it uses 21 000 gas')
    const node = createMockNode({ accounts })
    const hash = node.preconfirm(payment)
    node.tick()
    expect(
      await request(node, 'eth_getTransactionReceipt', hash),
    ).toMatchObject({
      gasUsed: `0x${(21_000).toString(16)}`,
      effectiveGasPrice: '0x0',
    })
  })

  test('a jump back of the clock', () => {
    says('a jump back counts as no time')
    vi.useFakeTimers({ now: 10_000 })
    const node = createMockNode({ clock: 'ambient' })
    vi.setSystemTime(5_000)
    expect(node.now).toBe(0)
    vi.setSystemTime(6_000)
    expect(node.now).toBe(1_000)
  })

  test('runAllTimers while somebody listens', () => {
    says('`vi.runAllTimers()` finds no end')
    vi.useFakeTimers({ loopLimit: 100 })
    const node = createMockNode({ clock: 'ambient' })
    node.on('sealed', () => {})
    expect(() => vi.runAllTimers()).toThrow('infinite loop')
    node.dispose()
  })

  test.each(Object.keys(faults))('faults of type %s', async (type) => {
    await faults[type as Fault['type']]()
  })

  test('viem tries again', async () => {
    says(
      '-32603, -32005 and codes that it does not know, such as -32016 or the',
    )
    says('3 of a reverted call: 4 requests over 1050 ms')
    vi.useFakeTimers()
    const node = createMockNode({ clock: 'ambient' })
    const client = createPublicClient({ transport: custom(node.provider) })
    const ask = async (code: number) => {
      const { length } = node.exchanges
      const lift = node.fault({ type: 'rpc', code, message: 'no' })
      const reading = rejection(client.getBalance({ address: bob }))
      await vi.advanceTimersByTimeAsync(5_000)
      await reading
      lift()
      return node.exchanges.slice(length)
    }
    for (const code of [-32603, -32005, -32016, 3]) {
      const asked = await ask(code)
      const [first] = asked
      const last = asked[3]
      expect(asked, `${code}`).toHaveLength(4)
      expect(Number(last?.at) - Number(first?.at)).toBe(1_050)
    }
    for (const code of [-32601, -32602, -32001, -32000, -32002, 4900])
      expect(await ask(code), `${code}`).toHaveLength(1)

    says('`custom(node.provider, { retryCount: 0 })`')
    node.fault({ type: 'http', status: 429 })
    const { length } = node.exchanges
    const once = custom(node.provider, { retryCount: 0 })
    const impatient = createPublicClient({ transport: once })
    await rejection(impatient.getBalance({ address: bob }))
    expect(node.exchanges).toHaveLength(length + 1)
  })

  test('viem over HTTP tries again', async () => {
    says('takes the JSON-RPC error in it for the answer and does not ask again')
    says('403, 408, 413, 429, 500, 502, 503 or 504 it asks 4 times')
    vi.useFakeTimers()
    const ask = async (status: number, body?: string) => {
      const node = createMockNode({ clock: 'ambient' })
      const transport = http('http://node.test', { fetchFn: node.fetch })
      const client = createPublicClient({ transport })
      node.fault({ type: 'http', status, body })
      const reading = rejection(client.getBalance({ address: bob }))
      await vi.advanceTimersByTimeAsync(5_000)
      await reading
      return node.exchanges.length
    }
    for (const status of [403, 413, 429, 503, 504])
      expect(await ask(status), `${status}`).toBe(1)
    for (const status of [403, 408, 413, 429, 500, 502, 503, 504])
      expect(await ask(status, 'no'), `${status}`).toBe(4)
    for (const status of [400, 401, 404, 418])
      expect(await ask(status, 'no'), `${status}`).toBe(1)
  })

  test('what HTTP refuses', async () => {
    const { fetch } = createMockNode()
    const statusOf = async (path: string, init: RequestInit) =>
      (await fetch(`http://node.test${path}`, init)).status
    const json = { 'Content-Type': 'application/json' }
    const post = { method: 'POST', headers: json, body: '{}' }
    says('other than POST are answered with 405, other paths with 404')
    expect(await statusOf('/', {})).toBe(405)
    expect(await statusOf('/rpc', post)).toBe(404)
    says('than `application/json` with 415, and what is no request with 400')
    expect(await statusOf('/', { ...post, headers: {} })).toBe(415)
    expect(await statusOf('/', post)).toBe(400)
    says('Errors of a method are HTTP 200, a notification is 204.')
    const ask = (message: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message })
      return statusOf('/', { ...post, body })
    }
    expect(await ask({ id: 1, method: 'eth_foo' })).toBe(200)
    expect(await ask({ method: 'eth_foo' })).toBe(204)
  })

  test('the defaults of an endpoint', () => {
    says('default: 1 000 body')
    says('default: 5 MiB')
    expect(rulesOf('dedicated')).toEqual({
      allow: undefined,
      rate: undefined,
      batch: 1_000,
      body: 5 * 1_024 ** 2,
    })
  })

  test('watchBlocks without numbers', async () => {
    says("under `'null'` viem's `watchBlocks` emits at every poll")
    vi.useFakeTimers()
    const node = createMockNode({ clock: 'ambient', pendingIdentity: 'null' })
    const client = createPublicClient({
      transport: custom(node.provider),
      pollingInterval: 100,
    })
    const onBlock = vi.fn()
    const stop = client.watchBlocks({ blockTag: 'pending', onBlock })
    await vi.advanceTimersByTimeAsync(1_000)
    stop()
    expect(onBlock).toHaveBeenCalledTimes(10)
  })

  test('the end of a node', async () => {
    says('further requests fail with 4900')
    const node = createMockNode()
    node.dispose()
    expect(
      await rejection(node.provider.request({ method: 'eth_chainId' })),
    ).toMatchObject({ code: 4900 })
    const { dispose } = Symbol as { dispose?: symbol }
    if (dispose !== undefined) expect(dispose in node).toBe(true)
  })

  test('the last pre-confirmed hash', async () => {
    const hashes = async (stateRoot: 'atSeal' | 'everyBeat') => {
      const node = createMockNode({ accounts, stateRoot })
      node.preconfirm(payment)
      node.tick()
      const last = await readBlock(node, 'pending')
      node.seal()
      const sealed = await readBlock(node, 'latest')
      return { last, sealed }
    }
    says('is zero until it is sealed')
    const { last, sealed } = await hashes('atSeal')
    expect(last?.stateRoot).toBe(`0x${'0'.repeat(64)}`)
    expect(sealed?.hash).not.toBe(last?.hash)
    says('the last pre-confirmed hash is the sealed one')
    const everyBeat = await hashes('everyBeat')
    expect(everyBeat.sealed?.hash).toBe(everyBeat.last?.hash)
  })

  test('codes of requests that are wrong', async () => {
    const node = createMockNode()
    const codeOf = async (method: string, ...params: unknown[]) =>
      (await rejection(request(node, method, ...params))).code
    says('-32602 for a parameter')
    expect(await codeOf('eth_getBalance', '0x1', 'latest')).toBe(-32602)
    says('-32601 for a method')
    expect(await codeOf('eth_nothing')).toBe(-32601)
    says('-32600 for what is no request')
    expect((await rejection(node.provider.request(1 as never))).code).toBe(
      -32600,
    )
    says('-32001 for state of a block that is not there')
    expect(await codeOf('eth_getBalance', bob, '0x9')).toBe(-32001)
  })

  test('a timer behind every request of ethers', async () => {
    says('under fake timers a read settles only when time moves')
    vi.useFakeTimers()
    const { provider, chain } = createMockNode({ clock: 'ambient' })
    const ethers = new BrowserProvider(provider, chain.id)
    const settled = vi.fn()
    const reading = ethers.getBalance(bob).then(settled)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0)
    await reading
  })

  test('a jump over blocks that nobody hashed', async () => {
    says('more than 100 000 of them were never hashed, reading a block fails')
    const node = createMockNode({ accounts })
    node.advance(86_400_000 * 365)
    expect(await request(node, 'eth_getBalance', bob, 'latest')).toBe('0x0')
    expect(await rejection(readBlock(node, 'latest'))).toMatchObject({
      code: -32000,
      message: expect.stringContaining('Create the node after the jump'),
    })
  })

  test('signatures', async () => {
    says('the address recovered from it is not `from`')
    const node = createMockNode({ accounts })
    const client = createPublicClient({ transport: custom(node.provider) })
    const hash = node.preconfirm(payment)
    node.tick()
    const { chainId, gas, input, nonce, r, s, to, type, value, yParity } =
      await client.getTransaction({ hash })
    expect({ type, chainId, yParity }).toMatchObject({ type: 'eip1559' })
    const serializedTransaction = serializeTransaction(
      {
        type: 'eip1559',
        chainId: Number(chainId),
        data: input,
        gas,
        nonce,
        to,
        value,
      },
      { r, s, yParity: Number(yParity) },
    )
    expect(keccak256(serializedTransaction)).toBe(hash)
    const signer = await recoverTransactionAddress({ serializedTransaction })
    expect(signer.toLowerCase()).not.toBe(payment.from)
  })

  test('events of the provider', async () => {
    says('`connect` and `disconnect` follow the requests')
    const node = createMockNode()
    const told: unknown[] = []
    node.provider
      .on('connect', ({ chainId }) => told.push(chainId))
      .on('disconnect', ({ code }) => told.push(code))
      .on('accountsChanged', (addresses) => told.push(addresses))
    await request(node, 'eth_chainId')
    const lift = node.fault({ type: 'network' })
    await rejection(request(node, 'eth_chainId'))
    lift()
    await request(node, 'eth_chainId')
    node.emit('accountsChanged', [bob])
    expect(told).toEqual(['0x7a69', 4900, '0x7a69', [bob]])
  })

  test('seek under a clock that is not the own', async () => {
    says('forward without waiting, whatever the clock')
    vi.useFakeTimers()
    const node = createMockNode({ clock: 'ambient' })
    await vi.advanceTimersByTimeAsync(5_000)
    node.seek(1_000)
    await vi.advanceTimersByTimeAsync(500)
    expect(node.now).toBe(1_500)
    node.seek(9_000)
    expect(node.now).toBe(9_000)
  })

  test('a step acts before the beat of its instant, a verb after it', async () => {
    says(
      'a `preconfirm` at 200 is pending at 200, where the verb, called at 200,',
    )
    const step = { at: 200, type: 'preconfirm', ...payment } as const
    const node = createMockNode({ accounts, timeline: [step] })
    const read = () => request(node, 'eth_getBalance', bob, 'pending')
    node.advance(200)
    node.preconfirm(payment)
    expect(await read()).toBe('0x1')
    node.advance(200)
    expect(await read()).toBe('0x2')
  })

  test('a step that throws', () => {
    says('What a step throws is thrown by the verb that moved time')
    const node = createMockNode({
      timeline: [
        { at: 200, type: 'preconfirm', ...payment },
        { at: 400, type: 'setBalance', address: bob, value: 1n },
      ],
    })
    expect(() => node.advance(2_000)).toThrow('holds 0 wei')
    expect(node.now).toBe(2_000)
  })
})
