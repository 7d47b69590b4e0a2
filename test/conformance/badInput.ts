import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import { badCalls } from './badCalls.js'
import type { Door, OpenDoor } from './door.js'

const hash = word(1)

/** What is wrong, and what the message shows of it where that is not all. */
export type Wrong = { given: unknown; shown?: string }

const ofTypes: Wrong[] = [
  { given: null },
  { given: true },
  { given: 0 },
  { given: 1.5 },
  { given: [], shown: 'an array of 0' },
  { given: ['0x1'], shown: 'an array of 1' },
]
const texts = ['', ' ', '0x', '0X1', '1', 'x1', '0xg1', '-0x1', '0x-1', '0x1 ']

const text = (given: string): Wrong => ({ given })

const wrong = {
  address: [
    ...ofTypes,
    { given: {} },
    { given: { address: alice } },
    ...texts.map(text),
    text('0x0'),
    text('alice.eth'),
    text(alice.slice(2)),
    text(alice.toUpperCase()),
    text(alice.slice(0, 41)),
    text(alice.slice(0, 40)),
    text(`${alice}0`),
    text(`${alice}00`),
    text(` ${alice}`),
    text(`${alice}\n`),
    text(alice.replace('a', 'ä')),
    { given: hash, shown: '"0x0000' },
  ],
  slot: [
    ...ofTypes,
    { given: {} },
    ...texts.map(text),
    { given: `0x1${'0'.repeat(64)}`, shown: '"0x1000' },
    { given: `0x${'00'.repeat(33)}`, shown: '"0x0000' },
    { given: `0x${'f'.repeat(10_000)}`, shown: '… (10004 characters)' },
  ],
  block: [
    ...ofTypes,
    ...texts.map(text),
    text('Latest'),
    text('PENDING'),
    text('latest '),
    text('newest'),
    text('__proto__'),
    text('toString'),
    text('0x00'),
    text('0x01'),
    text('0x10000000000000000'),
    { given: hash.slice(0, 64), shown: '"0x0000' },
    { given: `${hash}0`, shown: '"0x0000' },
    { given: hash.replace('1', 'g'), shown: '"0x0000' },
  ],
  /** Of methods that take EIP-1898 objects. */
  object: [
    { given: {} },
    { given: { blockNumber: null }, shown: 'null' },
    { given: { blockNumber: 1 }, shown: '1' },
    { given: { blockNumber: '0x01' }, shown: '"0x01"' },
    { given: { blockNumber: hash }, shown: '"0x0000' },
    { given: { blockHash: null }, shown: 'null' },
    { given: { blockHash: '0x1' }, shown: '"0x1"' },
    { given: { blockHash: hash.slice(0, 65) }, shown: '"0x0000' },
    { given: { blockHash: hash, requireCanonical: 'yes' }, shown: '"yes"' },
    { given: { blockHash: hash, requireCanonical: null }, shown: 'null' },
    { given: { blockHash: hash, blockNumber: '0x1' }, shown: '{"blockHash"' },
    { given: { blockNumber: '0x1', requireCanonical: true } },
    { given: { requireCanonical: true } },
    { given: { blockhash: hash }, shown: '{"blockhash"' },
    { given: { tag: 'latest' } },
  ],
  fullTransactions: [
    { given: null },
    { given: 0 },
    { given: 1 },
    { given: '' },
    { given: 'true' },
    { given: {} },
    { given: [], shown: 'an array of 0' },
  ],
  hash: [
    ...ofTypes,
    { given: {} },
    ...texts.map(text),
    text('latest'),
    { given: hash.slice(2), shown: '"0000' },
    { given: hash.toUpperCase(), shown: '"0X0000' },
    { given: hash.slice(0, 65), shown: '"0x0000' },
    { given: hash.slice(0, 64), shown: '"0x0000' },
    { given: `${hash}0`, shown: '"0x0000' },
    { given: `${hash}00`, shown: '"0x0000' },
    text(alice),
  ],
  filterId: [
    { given: null },
    { given: 1 },
    { given: {} },
    text(''),
    text('1'),
    text('0xg'),
  ],
  filter: [
    { given: null },
    { given: 'latest' },
    { given: [], shown: 'an array of 0' },
    { given: { fromBlock: 1 }, shown: '1' },
    { given: { fromBlock: '0x01' }, shown: '"0x01"' },
    { given: { toBlock: 'newest' }, shown: '"newest"' },
    { given: { toBlock: hash }, shown: '"0x0000' },
    { given: { blockHash: 'latest' }, shown: '"latest"' },
    { given: { address: 'alice.eth' }, shown: '"alice.eth"' },
    { given: { address: [alice, 5] }, shown: '5' },
    { given: { topics: hash }, shown: '"0x0000' },
    { given: { topics: ['0x1'] }, shown: '"0x1"' },
    { given: { topics: [[hash, '0x']] }, shown: '"0x"' },
    { given: { topics: [{ topic: hash }] }, shown: '{"topic"' },
  ],
  index: [
    ...ofTypes,
    { given: {} },
    ...texts.map(text),
    text('0x00'),
    text('latest'),
    text('0x10000000000000000'),
  ],
  count: [
    { given: null },
    { given: true },
    { given: -1 },
    { given: 1.5 },
    { given: [], shown: 'an array of 0' },
    text(''),
    text('0x'),
    text('-1'),
    text('two'),
    text('0x1g'),
  ],
  percentiles: [
    { given: 25 },
    { given: '25' },
    { given: {} },
    { given: ['25'], shown: 'an array of 1' },
    { given: [null], shown: 'an array of 1' },
  ],
  slots: [
    { given: null },
    { given: '0x1' },
    { given: {} },
    { given: [1], shown: '1' },
    { given: [null], shown: 'null' },
    { given: ['0x'], shown: '"0x"' },
    { given: ['0x1', `0x1${'0'.repeat(64)}`], shown: '"0x1000' },
    {
      given: Array.from({ length: 1_025 }, () => '0x1'),
      shown: 'an array of 1025',
    },
  ],
  data: [
    ...ofTypes,
    { given: {} },
    text(''),
    text('0x1'),
    text('0xgg'),
    text('00'),
  ],
} satisfies Record<string, Wrong[]>

const selector = [...wrong.block, ...wrong.object]

export type Expected = {
  name: string
  good: unknown
  wrong: Wrong[]
  /** Whether it may be left out. */
  isOptional?: boolean
}

const ofHash: Expected[] = [
  { name: 'blockHash', good: hash, wrong: wrong.hash },
]
const ofNumber: Expected[] = [
  { name: 'block', good: 'latest', wrong: wrong.block },
]
const ofFilter: Expected[] = [
  { name: 'filterId', good: '0x1', wrong: wrong.filterId },
]
const index: Expected = { name: 'index', good: '0x0', wrong: wrong.index }

const asked: Expected = {
  name: 'transaction',
  good: { from: alice, to: bob },
  wrong: [
    { given: 5, shown: '5' },
    { given: [], shown: 'an array of 0' },
    { given: {}, shown: 'transaction.from missing' },
    { given: { from: alice, to: '0x5' }, shown: 'transaction.to "0x5"' },
    { given: { from: alice, gas: 5 }, shown: 'transaction.gas 5' },
    { given: { from: alice, value: '5' }, shown: 'transaction.value "5"' },
  ],
}

/** Good parameters, and what is wrong in place of each. */
const methods: { [method: string]: Expected[] } = {
  ...badCalls(selector, {
    name: 'transactionHash',
    good: hash,
    wrong: wrong.hash,
  }),
  eth_getBalance: [
    { name: 'address', good: alice, wrong: wrong.address },
    { name: 'block', good: 'latest', wrong: selector },
  ],
  eth_getTransactionCount: [
    { name: 'address', good: alice, wrong: wrong.address },
    { name: 'block', good: 'pending', wrong: selector },
  ],
  eth_getCode: [
    { name: 'address', good: token, wrong: wrong.address },
    { name: 'block', good: '0x0', wrong: selector },
  ],
  eth_getStorageAt: [
    { name: 'address', good: token, wrong: wrong.address },
    { name: 'slot', good: '0x1', wrong: wrong.slot },
    { name: 'block', good: { blockNumber: '0x0' }, wrong: selector },
  ],
  eth_getBlockByNumber: [
    {
      name: 'block',
      good: 'latest',
      wrong: [...wrong.block, { given: hash, shown: '"0x0000' }, { given: {} }],
    },
    {
      name: 'fullTransactions',
      good: true,
      wrong: wrong.fullTransactions,
    },
  ],
  eth_getBlockByHash: [
    { name: 'blockHash', good: hash, wrong: wrong.hash },
    {
      name: 'fullTransactions',
      good: false,
      wrong: wrong.fullTransactions,
    },
  ],
  eth_getBlockReceipts: [{ name: 'block', good: 'pending', wrong: selector }],
  eth_getTransactionByHash: [
    { name: 'transactionHash', good: hash, wrong: wrong.hash },
  ],
  eth_getTransactionReceipt: [
    { name: 'transactionHash', good: hash, wrong: wrong.hash },
  ],
  eth_feeHistory: [
    { name: 'blockCount', good: '0x2', wrong: wrong.count },
    { name: 'newestBlock', good: 'pending', wrong: wrong.block },
    {
      name: 'rewardPercentiles',
      good: [25, 75],
      wrong: wrong.percentiles,
      isOptional: true,
    },
  ],
  eth_getBlockTransactionCountByHash: ofHash,
  eth_getBlockTransactionCountByNumber: ofNumber,
  base_transactionStatus: [
    { name: 'transactionHash', good: hash, wrong: wrong.hash },
  ],
  eth_subscribe: [
    {
      name: 'subscription',
      good: 'newHeads',
      wrong: ofTypes,
    },
    { name: 'option', good: undefined, wrong: [], isOptional: true },
  ],
  eth_unsubscribe: [{ name: 'id', good: '0x1', wrong: wrong.filterId }],
  eth_getFilterChanges: ofFilter,
  eth_getFilterLogs: ofFilter,
  eth_getLogs: [{ name: 'filter', good: {}, wrong: wrong.filter }],
  eth_newFilter: [{ name: 'filter', good: {}, wrong: wrong.filter }],
  eth_uninstallFilter: ofFilter,
  eth_getProof: [
    { name: 'address', good: alice, wrong: wrong.address },
    { name: 'slots', good: ['0x1'], wrong: wrong.slots },
    { name: 'block', good: 'latest', wrong: selector },
  ],
  eth_getTransactionByBlockHashAndIndex: [...ofHash, index],
  eth_getTransactionByBlockNumberAndIndex: [...ofNumber, index],
  eth_getUncleByBlockHashAndIndex: [...ofHash, index],
  eth_getUncleByBlockNumberAndIndex: [...ofNumber, index],
  eth_getUncleCountByBlockHash: ofHash,
  eth_getUncleCountByBlockNumber: ofNumber,
  web3_sha3: [{ name: 'data', good: '0x00', wrong: wrong.data }],
  eth_sendRawTransaction: [{ name: 'raw', good: '0x02', wrong: wrong.data }],
  eth_sendRawTransactionSync: [
    { name: 'raw', good: '0x02', wrong: wrong.data },
    {
      name: 'timeout',
      good: '0x3e8',
      wrong: [
        { given: '6s', shown: '"6s"' },
        { given: -1, shown: '-1' },
        { given: null, shown: 'null' },
      ],
      isOptional: true,
    },
  ],
  eth_sendTransaction: [asked],
  eth_fillTransaction: [asked],
  txpool_contentFrom: [{ name: 'address', good: alice, wrong: wrong.address }],
  eth_accounts: [],
  eth_blobBaseFee: [],
  eth_blockNumber: [],
  eth_chainId: [],
  eth_gasPrice: [],
  eth_newBlockFilter: [],
  eth_newPendingTransactionFilter: [],
  eth_maxPriorityFeePerGas: [],
  eth_syncing: [],
  net_listening: [],
  net_peerCount: [],
  net_version: [],
  eth_pendingTransactions: [],
  txpool_content: [],
  txpool_inspect: [],
  txpool_status: [],
  web3_clientVersion: [],
}

const parameters = Object.entries(methods).flatMap(([method, expected]) =>
  expected.map((parameter, index) => ({
    method,
    expected,
    ...parameter,
    index,
  })),
)

const options = { accounts: { [alice]: { balance: ether } } }

/** After something bad, the next good request is answered. */
async function expectAnswers({ request }: OpenDoor) {
  expect(await request('eth_getBalance', [alice, 'latest'])).toBe(
    '0xde0b6b3a7640000',
  )
}

export function badInput(door: Door) {
  describe('bad input', () => {
    test.each(parameters)(
      'error: $method, parameter "$name"',
      async ({ method, expected, name, wrong, index, isOptional }) => {
        const opened = await door.open(options)
        const good = expected.map((parameter) => parameter.good)
        const cases = [
          ...(isOptional
            ? []
            : [
                {
                  params: good.slice(0, index),
                  given: undefined,
                  shown: 'nothing',
                },
              ]),
          ...wrong.map((one: Wrong) => ({
            params: good.map((value, at) => (at === index ? one.given : value)),
            given: one.given,
            shown: one.shown,
          })),
        ]
        for (const { params, given, shown } of cases) {
          const request = { method, params }
          const before = structuredClone(request)
          const { code, message } = await opened.refused(request)
          expect.soft(code, message).toBe(-32602)
          expect.soft(message).toMatch(/^Invalid parameter .+, expected .{4,}$/)
          expect
            .soft(message)
            .toContain(`Invalid parameter ${index + 1} "${name}": given `)
          expect.soft(message).toContain(shown ?? JSON.stringify(given))
          expect.soft(request).toEqual(before)
        }
        await expectAnswers(opened)
      },
    )

    test.each(Object.entries(methods))(
      'error: %s, a surplus parameter',
      async (method, expected) => {
        const opened = await door.open(options)
        const good = expected.map((parameter) => parameter.good)
        for (const surplus of ['latest', null, {}, 0]) {
          const params = [...good, surplus]
          expect.soft(await opened.refused({ method, params })).toEqual({
            code: -32602,
            message: `Surplus parameter ${good.length + 1}: given ${JSON.stringify(surplus)}, expected ${
              good.length === 0
                ? 'no parameters'
                : `${good.length} (${expected.map(({ name }) => `"${name}"`).join(', ')})`
            }`,
          })
        }
        await expectAnswers(opened)
      },
    )

    test.each(Object.keys(methods))(
      'error: %s, parameters that are no array',
      async (method) => {
        const opened = await door.open(options)
        for (const params of [null, {}, { address: alice }, 'latest', 0, true])
          expect.soft(await opened.refused({ method, params })).toEqual({
            code: -32602,
            message: `Invalid parameters: given ${JSON.stringify(params)}, expected an array`,
          })
        await expectAnswers(opened)
      },
    )

    test('error: messages that say what was expected', async () => {
      const opened = await door.open(options)
      const asked: [string, unknown[]][] = [
        ['eth_getBalance', [alice.slice(0, 40), 'latest']],
        ['eth_getBalance', [alice]],
        ['eth_getBalance', [alice, 'Pending']],
        ['eth_getBalance', [alice, { blockHash: hash, blockNumber: '0x1' }]],
        ['eth_getStorageAt', [token, 1, 'latest']],
        ['eth_getStorageAt', [token, `0x1${'0'.repeat(64)}`, 'latest']],
        ['eth_getBlockByNumber', [1, false]],
        ['eth_getBlockByNumber', ['0x1']],
        ['eth_getBlockByNumber', [hash, false]],
        ['eth_getBlockByHash', ['latest', false]],
        ['eth_getTransactionReceipt', ['0x1234']],
        ['eth_chainId', ['latest']],
      ]
      const messages: string[] = []
      for (const [method, params] of asked)
        messages.push((await opened.refused({ method, params })).message)
      expect(messages).toMatchInlineSnapshot(`
        [
          "Invalid parameter 1 "address": given "0x00000000000000000000000000000000000a11", expected a 20-byte address as 0x and 40 hex digits",
          "Invalid parameter 2 "block": given nothing, expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest, a 32-byte block hash or an EIP-1898 object",
          "Invalid parameter 2 "block": given "Pending", expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest, a 32-byte block hash or an EIP-1898 object",
          "Invalid parameter 2 "block": given {"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000001… (102 characters), expected an EIP-1898 object: either { blockNumber } or { blockHash, requireCanonical? }",
          "Invalid parameter 2 "slot": given 1, expected a hexadecimal integer of at most 32 bytes",
          "Invalid parameter 2 "slot": given "0x10000000000000000000000000000000000000000000000000000000000000000", expected a hexadecimal integer of at most 32 bytes",
          "Invalid parameter 1 "block": given 1, expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
          "Invalid parameter 2 "fullTransactions": given nothing, expected true or false",
          "Invalid parameter 1 "block": given "0x0000000000000000000000000000000000000000000000000000000000000001", expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
          "Invalid parameter 1 "blockHash": given "latest", expected a 32-byte hash as 0x and 64 hex digits",
          "Invalid parameter 1 "transactionHash": given "0x1234", expected a 32-byte hash as 0x and 64 hex digits",
          "Surplus parameter 1: given "latest", expected no parameters",
        ]
      `)
    })

    test('error: a request that is none', async () => {
      const opened = await door.open(options)
      for (const request of [
        null,
        5,
        true,
        'eth_chainId',
        {},
        { params: [] },
        { method: null },
        { method: 5 },
        { method: ['eth_chainId'] },
        { method: { name: 'eth_chainId' } },
        JSON.parse('{ "__proto__": { "method": "eth_chainId" } }'),
      ]) {
        const { code, message } = await opened.refused(request)
        expect.soft(code, message).toBe(-32600)
        expect.soft(message).toMatch(/^Invalid request: .{10,}/)
      }
      await expectAnswers(opened)
    })

    test('error: keys that could reach a prototype', async () => {
      const opened = await door.open(options)
      for (const params of [
        '["0x", { "__proto__": { "blockNumber": "0x0" } }]',
        `["${alice}", { "__proto__": null, "blockNumber": "0x0" }]`,
        `["${alice}", { "constructor": { "prototype": { "polluted": 1 } } }]`,
        '[{ "__proto__": { "polluted": 1 } }, "latest"]',
      ])
        expect
          .soft(
            await opened.refused({
              method: 'eth_getBalance',
              params: JSON.parse(params),
            }),
          )
          .toMatchObject({ code: -32602 })
      expect('polluted' in {}).toBe(false)
      await expectAnswers(opened)
    })

    test('error: a method that nobody serves, with a list of those served', async () => {
      const opened = await door.open(options)
      for (const method of [
        'eth_coinbase',
        'eth_getblockbynumber',
        'ETH_CHAINID',
        '',
        ' eth_chainId',
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
      ]) {
        const refused = await opened.refused({ method, params: [] })
        expect.soft(refused).toMatchObject({
          code: -32601,
          message: expect.stringMatching(/^Method not found: "/),
          data: { methods: Object.keys(methods).sort() },
        })
        expect.soft(refused.message).toContain(JSON.stringify(method))
      }
      expect(
        await opened.refused({ method: 'eth_coinbase', params: 5 }),
      ).toMatchObject({ code: -32602 })
      const { message } = await opened.refused({ method: 'eth_getBalence' })
      expect(message).toMatchInlineSnapshot(
        `"Method not found: "eth_getBalence". Did you mean eth_getBalance? Answer it with node.handle("eth_getBalence", …); the error's data lists what is served"`,
      )
      await expectAnswers(opened)
    })

    test('behavior: what a handler serves is in the list', async () => {
      const opened = await door.open()
      opened.node.handle('eth_foo', () => '0x2a')
      const { data } = await opened.refused({ method: 'eth_bar' })
      expect(data).toEqual({
        methods: [...Object.keys(methods), 'eth_foo'].sort(),
      })
    })

    test('behavior: a bad request is an exchange, and moves nothing', async () => {
      const opened = await door.open(options)
      const { node, refused } = opened
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await refused({ method: 'eth_getBalance', params: [alice] })
      await refused({ method: 5 })
      expect(node.now).toBe(0)
      expect(
        node.exchanges.map(({ method, params, outcome }) => [
          method,
          params,
          outcome.type === 'error' && outcome.error.code,
        ]),
      ).toEqual([
        ['eth_getBalance', [alice], -32602],
        [null, [], -32600],
      ])
      node.tick()
      expect(await opened.request('eth_getBalance', [bob, 'pending'])).toBe(
        '0x1',
      )
    })
  })
}
