import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import type { Wrong } from './expected.js'
import { parameters } from './parameters.js'

const hash = word(1)

const methods = Object.entries(parameters)

const positions = methods.flatMap(([method, expected]) =>
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
    test.each(positions)(
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
        // One assertion for thousands of cases, each of which costs more.
        const mistakes: unknown[] = []
        for (const { params, given, shown } of cases) {
          const request = { method, params }
          const sent = JSON.stringify(request)
          const { code, message } = await opened.refused(request)
          const isRight =
            code === -32602 &&
            message.startsWith(
              `Invalid parameter ${index + 1} "${name}": given `,
            ) &&
            /, expected .{4,}$/.test(message) &&
            message.includes(shown ?? JSON.stringify(given)) &&
            JSON.stringify(request) === sent
          if (!isRight) mistakes.push({ sent, request, code, message })
        }
        expect(mistakes).toEqual([])
        await expectAnswers(opened)
      },
    )

    test.each(methods)(
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

    test.each(methods.map(([method]) => method))(
      'error: %s, parameters that are no array',
      async (method) => {
        const opened = await door.open(options)
        for (const params of [{}, { address: alice }, 'latest', 0, true])
          expect.soft(await opened.refused({ method, params })).toEqual({
            code: -32602,
            message: `Invalid parameters: given ${JSON.stringify(params)}, expected an array`,
          })
        await expectAnswers(opened)
      },
    )

    test('params that are null refused, which geth takes for none', async () => {
      const opened = await door.open(options)
      expect(await opened.request('eth_chainId', null as never)).toBe('0x7a69')
    })

    test('error: messages that say what was expected', async () => {
      const opened = await door.open(options)
      const asked: [string, unknown[]][] = [
        ['eth_getBalance', [alice.slice(0, 40), 'latest']],
        ['eth_getProof', [alice]],
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
          "Invalid parameter 2 "slots": given nothing, expected an array of at most 1024 storage slots",
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
        'eth_hashrate',
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
          data: { methods: Object.keys(parameters).sort() },
        })
        expect.soft(refused.message).toContain(JSON.stringify(method))
      }
      expect(
        await opened.refused({ method: 'eth_hashrate', params: 5 }),
      ).toMatchObject({ code: -32602 })
      const { message } = await opened.refused({ method: 'eth_getBalence' })
      expect(message).toMatchInlineSnapshot(
        `"Method not found: "eth_getBalence". Did you mean "eth_getBalance"? The error's data lists what is served."`,
      )
      await expectAnswers(opened)
    })

    test('behavior: what a handler serves is in the list', async () => {
      const opened = await door.open()
      opened.node.handle('eth_foo', () => '0x2a')
      const { data } = await opened.refused({ method: 'eth_bar' })
      expect(data).toEqual({
        methods: [...Object.keys(parameters), 'eth_foo'].sort(),
      })
    })

    test('behavior: a bad request is an answered one, and moves nothing', async () => {
      const opened = await door.open(options)
      const { node, refused } = opened
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await refused({ method: 'eth_getBalance', params: ['alice'] })
      await refused({ method: 5 })
      expect(node.now).toBe(0)
      expect(
        node.answeredRequests.map(({ method, params, outcome }) => [
          method,
          params,
          outcome.type === 'error' && outcome.error.code,
        ]),
      ).toEqual([
        ['eth_getBalance', ['alice'], -32602],
        [null, [], -32600],
      ])
      node.nextBeat()
      expect(await opened.request('eth_getBalance', [bob, 'pending'])).toBe(
        '0x1',
      )
    })
  })
}
