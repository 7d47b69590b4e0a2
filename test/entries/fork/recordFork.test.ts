import { createMockNode, type MockNode } from 'preseal'
import { formatFork, parseFork, recordFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { ask, readBlock } from '../../node/reads.js'
import { count, createLive, createQuickClock } from './live.js'
import { bob, counter, counterCode, gone, word } from './sample.js'

type Request = { method: string; params: readonly unknown[] }

/** An endpoint that notes what it is asked, and refuses what it is to. */
function endpointOf(
  live: MockNode,
  refuse: (request: Request) => { code: number; message: string } | undefined,
) {
  const asked: Request[] = []
  return {
    asked,
    async request(request: Request) {
      asked.push(request)
      const error = refuse(request)
      if (error) throw Object.assign(new Error(error.message), error)
      return live.provider.request(request as never) as Promise<unknown>
    },
  }
}

const served = () => undefined

const run = count
const clock = createQuickClock()

describe('recordFork', () => {
  test('default: a run on the record does what it does on the chain', async () => {
    const live = createLive()
    const fork = await recordFork({ from: live.provider, run })
    expect(await run(fork)).toBe(word(43))
    expect(fork.record).toMatchObject({ chainId: 8_453, hardfork: 'prague' })
    expect(fork.record.storage[counter]).toEqual({ [word(0)]: word(41) })
  })

  test('behavior: two recordings are equal', async () => {
    const live = createLive()
    const once = async () =>
      formatFork(await recordFork({ from: live.provider, run }))
    expect(await once()).toBe(await once())
  })

  test('behavior: state is read by the hash of one block', async () => {
    const live = createLive()
    const endpoint = endpointOf(live, served)
    await recordFork({ from: endpoint, run })
    const latest = await readBlock(live, 'latest')
    const blocks = endpoint.asked
      .filter(({ method }) => method === 'eth_getCode')
      .map(({ params }) => params[1])
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks)
      expect(block).toEqual({ blockHash: latest.hash })
  })

  test('behavior: an endpoint without EIP-1898 is asked by number', async () => {
    const live = createLive()
    const endpoint = endpointOf(live, ({ params }) =>
      typeof params[1] === 'object' && params[1] !== null
        ? { code: -32602, message: 'invalid argument 1: hex string expected' }
        : undefined,
    )
    const fork = await recordFork({ from: endpoint, run })
    expect(await run(fork)).toBe(word(43))
  })

  test('behavior: what the endpoint refuses as too much is asked again', async () => {
    const live = createLive()
    let left = 3
    const endpoint = endpointOf(live, ({ method }) =>
      method === 'eth_getCode' && left-- > 0
        ? { code: -32005, message: 'limit exceeded' }
        : undefined,
    )
    const fork = await recordFork({ from: endpoint, run, clock })
    expect(await run(fork)).toBe(word(43))
  })

  test('behavior: a second endpoint answers where the first does not', async () => {
    const live = createLive()
    const down = endpointOf(live, () => ({ code: 4900, message: 'down' }))
    const fork = await recordFork({ from: [down, live.provider], run, clock })
    expect(await run(fork)).toBe(word(43))
  })

  test('behavior: an account is asked for once its call is traced, in whatever way', async () => {
    const live = createLive()
    const skills = ['debug_traceCall', 'eth_createAccessList']
    const texts = new Set<string>()
    const rounds: number[] = []
    for (const refused of [[], skills.slice(0, 1), skills]) {
      const { request } = endpointOf(live, ({ method }) =>
        refused.includes(method)
          ? { code: -32601, message: 'method not found' }
          : undefined,
      )
      let last = 0
      const onProgress = (progress: { rounds: number }) => {
        last = progress.rounds
      }
      const fork = await recordFork({ from: { request }, run, onProgress })
      texts.add(formatFork(fork))
      rounds.push(last)
    }
    expect(texts.size).toBe(1)
    const [traced = 0, listed = 0, neither = 0] = rounds
    expect(listed).toBe(traced)
    expect(neither).toBeGreaterThan(listed)
  })

  test.each<[name: string, method: string, answer: unknown]>([
    ['null', 'debug_traceCall', null],
    ['a trace by other keys', 'debug_traceCall', { bob: { balance: '0x0' } }],
    ['an account that is null', 'debug_traceCall', { [bob]: null }],
    [
      'slots that are none',
      'debug_traceCall',
      { [bob]: { storage: { x: 1 } } },
    ],
    ['no list', 'eth_createAccessList', {}],
    ['a list of junk', 'eth_createAccessList', { accessList: [null, 5] }],
    [
      'a list without keys',
      'eth_createAccessList',
      { accessList: [{ address: bob }, { address: 'bob', storageKeys: [] }] },
    ],
    [
      'a list of keys that are none',
      'eth_createAccessList',
      { accessList: [{ address: bob, storageKeys: [null, 'x'] }] },
    ],
  ])('behavior: a trace that is no trace: %s', async (_, method, answer) => {
    const { provider } = createLive()
    const request = async (asked: Request) => {
      if (asked.method === method) return answer
      if (asked.method === 'debug_traceCall')
        throw Object.assign(new Error('method not found'), { code: -32601 })
      return provider.request(asked as never)
    }
    const { record } = await recordFork({ from: { request }, run })
    const { accounts, storage } = await recordFork({
      from: provider,
      run,
    }).then((fork) => fork.record)
    const { [bob]: _ofBob, ...others } = record.accounts
    expect(others).toEqual(accounts)
    expect(record.storage).toEqual(storage)
  })

  test('behavior: a run in another process gets at once what it misses', async () => {
    const live = createLive()
    const missing = (fields: object) => ({ type: 'missing', missing: fields })
    const answers: unknown[] = []
    const fork = await recordFork({
      from: live.provider,
      async run(_, { answer }) {
        if (answers.length > 0) return
        for (const note of [
          missing({ type: 'account', address: counter }),
          missing({ type: 'slot', address: counter, slot: word(0) }),
          missing({ type: 'blockHash', number: '1n' }),
          missing({ type: 'account', address: gone }),
          { type: 'read', address: bob },
        ]) {
          const told = await answer(JSON.stringify(note))
          answers.push(told && JSON.parse(told))
        }
      },
    })
    const { record } = fork
    const nothing = { accounts: {}, code: {}, storage: {}, blockHashes: {} }
    const own = { [counter]: record.accounts[counter] }
    expect(answers).toEqual([
      { ...nothing, accounts: own, code: record.code, storage: {} },
      {
        ...nothing,
        accounts: own,
        code: record.code,
        storage: { [counter]: { [word(0)]: word(41) } },
      },
      { ...nothing, blockHashes: record.blockHashes },
      { ...nothing, accounts: { [gone]: null } },
      undefined,
    ])
    expect(Object.values(record.code)).toEqual([counterCode])
    expect(Object.keys(record.blockHashes)).toEqual(['1'])
  })

  test('behavior: a signal that was aborted before, and nothing is asked', async () => {
    const { asked, request } = endpointOf(createLive(), served)
    const signal = AbortSignal.abort()
    await expect(
      recordFork({ from: { request }, run, signal }),
    ).rejects.toThrow('The recording was stopped.')
    expect(asked).toEqual([])
  })

  test('behavior: fees of an OP chain are recorded of its blocks alone', async () => {
    const l1Block = '0x4200000000000000000000000000000000000015'
    for (const l1Attributes of [null, {}]) {
      const live = createMockNode({ l1Attributes, chainId: 10 })
      live.preconfirm({ from: bob, to: bob })
      live.nextBlock()
      const { record } = await recordFork({ from: live.provider, run() {} })
      expect(Object.keys(record.storage)).toEqual(l1Attributes ? [l1Block] : [])
      expect(Object.hasOwn(record.accounts, l1Block)).toBe(
        l1Attributes !== null,
      )
    }
  })

  test('behavior: history is recorded as it was asked for', async () => {
    const live = createLive()
    const read = async (node: MockNode) => {
      const block = await ask(node, 'eth_getBlockByNumber', '0x1', true)
      const { hash } = Object(block).transactions[0]
      return [
        block,
        await ask(node, 'eth_getTransactionReceipt', hash),
        await ask(node, 'eth_getLogs', { fromBlock: '0x0' }),
        await ask(node, 'eth_getTransactionReceipt', word(77)),
      ]
    }
    const fork = await recordFork({
      from: live.provider,
      run: (fork) => read(createMockNode({ fork })),
    })
    expect(await read(createMockNode({ fork }))).toEqual(await read(live))
  })

  test('behavior: what of history was not asked for is missing', async () => {
    const live = createLive()
    const logs = (node: MockNode, from: number, to: number, more = {}) => {
      const range = { fromBlock: `0x${from}`, toBlock: `0x${to}` }
      return ask(node, 'eth_getLogs', { ...range, ...more })
    }
    const missed = { code: -32000, message: expect.stringContaining('logs') }
    const ofCounter = { address: counter }
    const fork = await recordFork({
      from: live.provider,
      run: async (fork) => {
        const node = createMockNode({ fork })
        await logs(node, 1, 2, ofCounter)
        await ask(node, 'eth_getBlockByNumber', '0x1', false)
      },
    })
    const node = createMockNode({ fork })
    node.nextBlock()
    // Within what was recorded, and above the fork.
    expect(await logs(node, 2, 2, ofCounter)).toEqual([])
    expect(await logs(node, 1, 1, { ...ofCounter, topics: [word(7)] })).toEqual(
      [],
    )
    expect(await logs(node, 4, 4)).toEqual([])
    for (const question of [
      logs(node, 0, 2, ofCounter),
      logs(node, 1, 3, ofCounter),
      logs(node, 1, 4, ofCounter),
      logs(node, 1, 2),
      logs(node, 1, 2, { address: [counter, bob] }),
      logs(node, 1, 2, { topics: [word(7)] }),
    ])
      await expect(question).rejects.toMatchObject(missed)
    const block = (number: string, isFull: boolean) =>
      ask(node, 'eth_getBlockByNumber', number, isFull)
    expect(await block('0x1', false)).toMatchObject({ number: '0x1' })
    await expect(block('0x2', false)).rejects.toMatchObject({ code: -32000 })
    await expect(block('0x1', true)).rejects.toMatchObject({ code: -32000 })
  })

  test('options: prune forgets what the last run did not read', async () => {
    const live = createLive()
    const wide = await recordFork({
      from: live.provider,
      run: (fork) =>
        ask(createMockNode({ fork }), 'eth_getBalance', bob, 'latest'),
    })
    expect(Object.keys(wide.record.accounts)).toContain(bob)
    const options = { from: live.provider, run, extend: wide }
    const kept = await recordFork(options)
    expect(Object.keys(kept.record.accounts)).toContain(bob)
    const pruned = await recordFork({ ...options, prune: true })
    expect(Object.keys(pruned.record.accounts)).not.toContain(bob)
    expect(await run(pruned)).toBe(word(43))
  })

  test('error: what a run throws though nothing is missing', async () => {
    const { provider } = createLive()
    const failed = recordFork({
      from: provider,
      run: () => {
        throw new Error('the test fails')
      },
    })
    await expect(failed).rejects.toThrow('the test fails')
  })

  test.each([
    [
      'has no state of block 3',
      'eth_getCode',
      -32000,
      'missing trie node 1234',
    ],
    ['limits the rate', 'eth_getCode', -32005, 'limit exceeded'],
    ['does not answer eth_getCode', 'eth_getCode', -32601, 'method not found'],
    ['could not be reached', 'eth_chainId', 4900, 'disconnected'],
  ])('error: an endpoint that %s', async (told, method, code, message) => {
    const endpoint = endpointOf(createLive(), (request) =>
      request.method === method ? { code, message } : undefined,
    )
    const failed = recordFork({ from: endpoint, run, clock })
    await expect(failed).rejects.toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining(`The endpoint ${told}`),
    })
  })

  /** An endpoint whose blocks are others than the chain's. */
  function changing(change: (block: object, asked: Request) => object) {
    const live = createLive()
    return {
      async request(request: Request) {
        const answer = await live.provider.request(request as never)
        return request.method.startsWith('eth_getBlockBy')
          ? change(Object(answer), request)
          : answer
      },
    }
  }

  test.each([
    ['changes a field', { gasUsed: '0x1' }],
    ['leaves a field out', { requestsHash: undefined }],
    ['changes the hash', { hash: `0x${'1'.repeat(64)}` }],
  ])(
    'error: a header of another hash was recorded, for parseFork to refuse: it %s',
    async (_, changed) => {
      const from = changing((block) => ({ ...block, ...changed }))
      await expect(recordFork({ from, run })).rejects.toMatchObject({
        name: 'EndpointError',
        message: expect.stringMatching(
          /^The endpoint answered block 3 with the hash 0x[0-9a-f]{64}, but the header that it sent has the hash 0x[0-9a-f]{64}: it changed a field, or left one out\. Record from another endpoint\.$/,
        ),
      })
    },
  )

  test('error: a header of another hash was recorded of an earlier block', async () => {
    const from = changing((block, { params }) =>
      params[0] === '0x1' ? { ...block, gasUsed: '0x7' } : block,
    )
    const failed = recordFork({
      from,
      run: (fork) =>
        ask(createMockNode({ fork }), 'eth_getBlockByNumber', '0x1', false),
    })
    await expect(failed).rejects.toThrow('The endpoint answered block 1 with')
  })

  test('behavior: a header with fields of its own chain cannot be checked', async () => {
    const from = changing((block) => ({ ...block, sendCount: '0x1' }))
    const fork = await recordFork({ from, run })
    expect(parseFork(formatFork(fork))).toMatchObject({
      record: { block: { sendCount: '0x1' } },
    })
  })

  test('error: a block that was reorged away meanwhile', async () => {
    const live = createLive()
    const endpoint = endpointOf(live, ({ method }) => {
      if (method === 'eth_getTransactionCount') live.reorg()
      return undefined
    })
    const failed = recordFork({ from: endpoint, run, clock })
    await expect(failed).rejects.toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining('was reorged away'),
    })
  })
})
