import { createMockNode } from 'preseal'
import { formatFork, parseFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { ask } from '../../node/reads.js'
import { says } from '../../says.js'
import { alice, counter, sampleRecord, word } from './sample.js'

const text = formatFork(parseFork(sampleRecord()))

/** What is wrong with a text, or undefined. */
function problemsOf(given: unknown) {
  try {
    parseFork(given)
  } catch (error) {
    const { name, problems } = error as { name: string; problems: object[] }
    expect(name).toBe('InvalidCaptureError')
    return problems
  }
  return undefined
}

/** A record of a block as a node answers it, with a hash that recomputes. */
function realRecord(edited: { readonly [field: string]: unknown } = {}) {
  const node = createMockNode()
  node.nextBlock(3)
  const block = node
    .view()
    .request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (block === null) throw new Error('There is no latest block')
  return { ...sampleRecord(), block: { ...block, ...edited } }
}

function thrownBy(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return String(error)
  }
  return 'nothing was thrown'
}

describe('parseFork', () => {
  test('default: text and what JSON.parse makes of it', () => {
    expect(parseFork(text).record).toEqual(parseFork(JSON.parse(text)).record)
  })

  test('behavior: the same record gives the same text, in whatever order', () => {
    const { accounts, ...rest } = sampleRecord()
    const reversed = Object.fromEntries(Object.entries(accounts).reverse())
    expect(formatFork(parseFork({ accounts: reversed, ...rest }))).toBe(text)
  })

  test.each([
    ['a text that is cut off', text.slice(0, 700), 'the end of the text'],
    ['a newer version', text.replace('"version": 1', '"version": 2'), '2'],
    ['a slot that is no slot', text.replace(word(1), '0x1'), 'the key "0x1"'],
    [
      'a balance that is no amount',
      text.replace('"10000000000000000000"', '1e19'),
      '10000000000000000000',
    ],
    [
      'code that is not what its hash says',
      text.replace('0x5f54805f', '0x5f54805e'),
      'code of another hash',
    ],
    [
      'an account twice',
      text.replace('"accounts": {', `"accounts": {\n  "${alice}": null,`),
      'a second entry of this name',
    ],
    [
      'a key that nobody knows',
      text.replace('"code"', '"codes"'),
      'unknown key',
    ],
  ])('error: %s, by line and column', (_, given, shown) => {
    const problems = problemsOf(given)
    expect(problems).toContainEqual(
      expect.objectContaining({
        given: expect.stringContaining(shown),
        line: expect.any(Number),
        column: expect.any(Number),
      }),
    )
  })

  test('error: wherever a text is cut off, that is where it is', () => {
    const lines = text.trimEnd().split('\n')
    for (let length = 1; length < text.trimEnd().length; length += 7) {
      const [problem] = problemsOf(text.slice(0, length)) ?? []
      const { given, line } = problem as { given: string; line: number }
      expect(given).toMatch(/^(the end of the text|"nul?")$/)
      expect(line).toBeLessThanOrEqual(lines.length)
    }
  })

  test('error: the line and column of a slip of the hand', () => {
    const slip = text.replace('"nonce": 5', '"nonce": -5')
    const at = slip.indexOf('"nonce": -5')
    const before = slip.slice(0, at).split('\n')
    expect(problemsOf(slip)).toEqual([
      {
        path: `accounts.${alice}.nonce`,
        given: '-5',
        expected: 'a whole number',
        line: before.length,
        column: 7,
      },
    ])
    const comma = text.replace('"nonce": 5', '"nonce": 5,')
    expect(problemsOf(comma)).toEqual([
      expect.objectContaining({ advice: 'Remove the comma before it.' }),
    ])
  })

  test('error: all that is wrong at once, in the order of the text', () => {
    const wrong = text
      .replace('"nonce": 5', '"nonce": -5')
      .replace(word(41), '0x29')
      .replace('"chainId": 1', '"chainId": "one"')
    const problems = problemsOf(wrong) as { path: string; line: number }[]
    expect(problems.map(({ path }) => path)).toEqual([
      `accounts.${alice}.nonce`,
      'chainId',
      `storage.${counter}.${word(0)}`,
    ])
    const lines = problems.map(({ line }) => line)
    expect(lines).toEqual([...lines].sort((one, other) => one - other))
  })

  test('behavior: what is changed after it was read changes nothing', () => {
    const given = sampleRecord()
    const fork = parseFork(given)
    given.storage[counter] = {}
    expect(fork.record).toEqual(sampleRecord())
  })

  test('error: bytes, a fork and what is no record were a record without version', () => {
    expect(
      [
        Buffer.from(text),
        new Uint8Array(2),
        parseFork(text),
        Promise.resolve(text),
        new URL('file:///fork.json'),
        undefined,
        5,
        [],
        Object.assign({}, { self: 5n }),
      ].map((given) => thrownBy(() => parseFork(given))),
    ).toEqual(
      [
        'InvalidCaptureError … Read it first: parseFork(readFileSync(file,',
        'InvalidCaptureError … Read it first: parseFork(readFileSync(file,',
        'InvalidCaptureError … Give it to nodes as it is: createMockNode({',
        'InvalidCaptureError … is a promise (await it first), expected',
        'InvalidCaptureError … expected the text of a record, or what',
        'InvalidCaptureError … expected the text of a record, or what',
        'InvalidCaptureError … expected the text of a record, or what',
        'InvalidCaptureError … expected the text of a record, or what',
        'InvalidCaptureError … expected the text of a record, or what',
      ].map(says),
    )
  })

  const { block } = realRecord()

  test('default: the header of a block has the hash of the block', () => {
    expect(parseFork(realRecord()).record.block).toEqual(block)
  })

  test.each(['number', 'timestamp', 'gasLimit', 'baseFeePerGas'] as const)(
    'error: the %s of a block was edited by hand',
    (field) => {
      const record = realRecord({ [field]: '0x7b' })
      expect(problemsOf(record)).toEqual([
        {
          path: 'block.hash',
          given: `"${block.hash}"`,
          expected: expect.stringMatching(
            /^the hash of the block's header, which is 0x[0-9a-f]{64}$/,
          ),
          advice:
            'The hash or another field was edited: record the block anew.',
        },
      ])
      const { history } = realRecord()
      const earlier = { ...history, blocks: { 3: record.block } }
      expect(problemsOf({ ...realRecord(), history: earlier })).toEqual([
        expect.objectContaining({ path: 'history.blocks.3.hash' }),
      ])
    },
  )

  test('behavior: a header that is hashed in another way is taken as it is', () => {
    for (const other of [
      { number: '0x7b', executionProofHash: word(1) },
      { number: '0x7b', parentBeaconBlockRoot: undefined },
      { number: '0x7b', stateRoot: undefined },
    ])
      expect(problemsOf(realRecord(other))).toBeUndefined()
  })

  type Json =
    | { [key: string]: Json }
    | Json[]
    | string
    | number
    | boolean
    | null

  const pinned = word(0xb1)
  const {
    code: [bytecode],
  } = {
    code: Object.entries(sampleRecord().code)[0] as [string, string],
  }
  const logs = {
    addresses: [counter],
    topics: [null, [word(1)]],
    fromBlock: 1,
    toBlock: 2,
    logs: [{}],
  }

  /** A record in which the part at the path is another. */
  function withPart([...path]: readonly string[], part: Json): object {
    const record: { [key: string]: Json } = structuredClone(sampleRecord())
    record.history = {
      blocks: { [word(5)]: null },
      receipts: { 7: [{}] },
      transactions: {
        [word(6)]: null,
        [pinned]: { transaction: {}, receipt: {} },
      },
      logs: [{ ...logs }],
    }
    const last = path.pop() as string
    let inner: Json = record
    for (const key of path)
      inner = (inner as { [key: string]: Json })[key] as Json
    ;(inner as { [key: string]: Json })[last] = part
    return record
  }

  test('behavior: history as it was asked for', () => {
    expect(problemsOf(withPart(['version'], 1))).toBe(undefined)
    for (const part of [{ addresses: null }, { topics: [] }, { logs: [] }] as {
      [key: string]: Json
    }[])
      expect(
        problemsOf(withPart(['history', 'logs'], [{ ...logs, ...part }])),
      ).toBe(undefined)
  })

  const upper = word(0xab).replace('ab', 'AB')

  test.each<[path: string, part: Json, expected: string]>([
    ['chainId', 0, 'a whole number of at least 1'],
    ['chainId', 1.5, 'a whole number of at least 1'],
    ['hardfork', 'london', 'cancun, prague, osaka or amsterdam'],
    ['block', [], 'the JSON of a block'],
    ['block.gasUsed', '', 'a quantity such as 0x1'],
    ['block.parentHash', '0x1', 'a hash'],
    ['block.transactions', {}, 'an array'],
    ['accounts', null, 'an object'],
    [`accounts.${alice}`, [], 'an account, or null'],
    [`accounts.${alice}.balance`, '01', 'wei as a string of decimal digits'],
    [`accounts.${alice}.nonce`, 1.5, 'a whole number'],
    [`accounts.${alice}.codeHash`, word(7), 'null, or a hash in "code"'],
    [`accounts.0x${upper.slice(-40)}`, null, 'an address in lower case'],
    [`code.${bytecode}`, 5, 'bytes of code as hex digits in lower case'],
    [`code.${bytecode}`, '0x5', 'bytes of code as hex digits in lower case'],
    [`code.${bytecode}`, '0x', 'bytes of code as hex digits in lower case'],
    [`code.${bytecode}`, '0xAB', 'bytes of code as hex digits in lower case'],
    [`storage.${counter}`, null, 'an object'],
    [
      `storage.${counter}.${word(0)}`,
      5,
      '32 bytes as hex digits in lower case',
    ],
    [
      `storage.${counter}.${word(0)}`,
      upper,
      '32 bytes as hex digits in lower case',
    ],
    ['blockHashes.98', 98, 'a hash in lower case'],
    ['blockHashes.98', upper, 'a hash in lower case'],
    ['blockHashes.098', word(1), 'a number'],
    ['history', null, 'an object { blocks, receipts, … }'],
    [
      `history.blocks.${word(1)}`,
      {},
      'a block by its number, or null by a hash',
    ],
    ['history.blocks.7', null, 'a block by its number, or null by a hash'],
    ['history.blocks.x', {}, 'a number or a hash'],
    ['history.receipts.7', {}, 'an array of objects'],
    ['history.receipts.7', [null], 'an array of objects'],
    [
      `history.transactions.${word(1)}`,
      { transaction: {} },
      'an object { transaction, receipt }, or null',
    ],
    [
      `history.transactions.${word(1)}`,
      { receipt: {} },
      'an object { transaction, receipt }, or null',
    ],
    ['history.transactions.7', null, 'a hash'],
    ['history.logs', {}, 'an array'],
    ['history.logs.0', null, 'an object'],
    ['history.logs.0.addresses', ['0x1'], 'addresses, or null'],
    ['history.logs.0.addresses', [5], 'addresses, or null'],
    ['history.logs.0.addresses', counter, 'addresses, or null'],
    ['history.logs.0.topics', null, 'lists of topics'],
    ['history.logs.0.topics', [word(1)], 'lists of topics'],
    ['history.logs.0.topics', [['0x1']], 'lists of topics'],
    ['history.logs.0.fromBlock', '1', 'a whole number'],
    ['history.logs.0.toBlock', 1.5, 'a whole number'],
    ['history.logs.0.logs', [5], 'an array of objects'],
  ])('error: %s as %j', (path, part, expected) => {
    expect(problemsOf(withPart(path.split('.'), part))).toEqual([
      expect.objectContaining({
        path: path.replace('logs.0', 'logs[0]'),
        expected,
      }),
    ])
  })

  test('error: a chain whose gas is another', () => {
    expect(problemsOf({ ...sampleRecord(), chainId: 42_161 })).toEqual([
      expect.objectContaining({
        path: 'chainId',
        advice: expect.stringContaining('Arbitrum One'),
      }),
    ])
  })

  test('error: the name of a file', () => {
    expect(problemsOf('fork.json')).toEqual([
      expect.objectContaining({ advice: expect.stringContaining('readFile') }),
    ])
  })
})

describe('the option "fork"', () => {
  const fork = parseFork(text)

  test('behavior: a slot set in options wins over the record', async () => {
    const node = createMockNode({
      fork,
      accounts: { [counter]: { storage: { [word(0)]: word(7) } } },
    })
    expect(await ask(node, 'eth_getStorageAt', counter, '0x0', 'latest')).toBe(
      word(7),
    )
  })
})
