import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import { alice, ask, bob, nodeWith, other, target } from './ask.js'

const call = { from: alice, to: target, gas: '0x186a0', data: '0xaabbccdd01' }

/** Calls `other` with eight bytes, and the identity precompile with four. */
const code = `0x1122334455667788 0xc0 SHL PUSH0 MSTORE
  PUSH0 PUSH0 0x08 PUSH0 0x02 0xbeef 0xffff CALL POP
  PUSH0 PUSH0 0x04 PUSH0 0x04 0xffff STATICCALL POP
  0x01 SLOAD 0x01 ADD 0x01 SSTORE 0x07 0x02 SSTORE`

const accounts = {
  [target]: {
    balance: 5n,
    code: assemble(code),
    storage: { [word(1)]: word(9) },
  },
  [other]: { code: assemble('0x03 SLOAD PUSH0 PUSH0 REVERT') },
}

const node = nodeWith(code, { accounts })
const traced = (tracer: string, tracerConfig?: object) =>
  ask(node, 'debug_traceCall', call, 'latest', { tracer, tracerConfig })

describe('4byteTracer', () => {
  test('default: selectors and sizes, without precompiles', async () => {
    expect(await traced('4byteTracer')).toEqual({
      '0x11223344-4': 1,
      '0xaabbccdd-1': 1,
    })
  })

  test('behavior: initcode and less than a selector do not count', async () => {
    const config = { tracer: '4byteTracer' }
    const creation = { from: alice, data: '0x6001600155' }
    expect(
      await ask(node, 'debug_traceCall', creation, 'latest', config),
    ).toEqual({})
    const short = { ...call, to: bob, data: '0xaabbcc' }
    expect(await ask(node, 'debug_traceCall', short, 'latest', config)).toEqual(
      {},
    )
  })
})

describe('prestateTracer', () => {
  const signer = privateKeyToAccount(`0x${'17'.repeat(32)}`)
  const authority = signer.address.toLowerCase()

  /** It ran with an authorization, which it ignores for its nonce or chain. */
  async function tracedWith(chainId: number, changes: object = {}) {
    const signed = await signer.signAuthorization({
      chainId,
      address: bob,
      nonce: 9,
    })
    const authorization = {
      chainId: toHex(chainId),
      address: bob,
      nonce: '0x9',
      yParity: toHex(signed.yParity ?? 0),
      r: signed.r,
      s: signed.s,
      ...changes,
    }
    const node = nodeWith(code, {
      accounts: { ...accounts, [authority]: { balance: 3n } },
    })
    return ask(
      node,
      'debug_traceCall',
      { ...call, authorizationList: [authorization] },
      ...['latest', { tracer: 'prestateTracer' }],
    )
  }

  test.each([31_337, 1])(
    'behavior: who signed an authorization for chain %i is looked up, if anybody did',
    async (chainId) => {
      expect(await tracedWith(chainId)).toMatchObject({
        [authority]: { balance: '0x3' },
      })
      expect(await tracedWith(chainId, { r: '0x0' })).not.toHaveProperty(
        authority,
      )
    },
  )

  test('default: what was there, of what is read', async () => {
    expect(await traced('prestateTracer')).toMatchInlineSnapshot(`
      {
        "0x000000000000000000000000000000000000beef": {
          "balance": "0x0",
          "code": "0x6003545f5ffd",
          "codeHash": "0x35405a32652e5bbdcbd1b5a89d86306b5fd51101e1d0f0d8fdb1862761bbf9ee",
          "storage": {
            "0x0000000000000000000000000000000000000000000000000000000000000003": "0x0000000000000000000000000000000000000000000000000000000000000000",
          },
        },
        "0x000000000000000000000000000000000000c0de": {
          "balance": "0x5",
          "code": "0x67112233445566778860c01b5f525f5f60085f600261beef61fffff1505f5f60045f600461fffffa506001546001016001556007600255",
          "codeHash": "0x683cc1f259e0a484aaa4e55a7acf6fdf4bf23f798a95990fbcfa3a303f5d7cd3",
          "storage": {
            "0x0000000000000000000000000000000000000000000000000000000000000001": "0x0000000000000000000000000000000000000000000000000000000000000009",
            "0x0000000000000000000000000000000000000000000000000000000000000002": "0x0000000000000000000000000000000000000000000000000000000000000000",
          },
        },
        "0x00000000000000000000000000000000000a11ce": {
          "balance": "0xde0b6b3a7640000",
        },
      }
    `)
  })

  test('options: neither code nor storage', async () => {
    const without = { disableCode: true, disableStorage: true }
    expect(await traced('prestateTracer', without)).toMatchInlineSnapshot(`
      {
        "0x000000000000000000000000000000000000beef": {
          "balance": "0x0",
          "codeHash": "0x35405a32652e5bbdcbd1b5a89d86306b5fd51101e1d0f0d8fdb1862761bbf9ee",
        },
        "0x000000000000000000000000000000000000c0de": {
          "balance": "0x5",
          "codeHash": "0x683cc1f259e0a484aaa4e55a7acf6fdf4bf23f798a95990fbcfa3a303f5d7cd3",
        },
        "0x00000000000000000000000000000000000a11ce": {
          "balance": "0xde0b6b3a7640000",
        },
      }
    `)
  })

  test('options: accounts that are empty', async () => {
    const shown = await traced('prestateTracer', { includeEmpty: true })
    const { miner } = (await ask(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as { miner: string }
    expect(shown).toMatchObject({
      [miner]: { balance: '0x0' },
      '0x0000000000000000000000000000000000000004': { balance: '0x0' },
    })
  })

  test('options: the difference', async () => {
    expect(
      await traced('prestateTracer', { diffMode: true }),
    ).toMatchInlineSnapshot(`
      {
        "post": {
          "0x000000000000000000000000000000000000c0de": {
            "storage": {
              "0x0000000000000000000000000000000000000000000000000000000000000001": "0x000000000000000000000000000000000000000000000000000000000000000a",
              "0x0000000000000000000000000000000000000000000000000000000000000002": "0x0000000000000000000000000000000000000000000000000000000000000007",
            },
          },
          "0x00000000000000000000000000000000000a11ce": {
            "nonce": 1,
          },
        },
        "pre": {
          "0x000000000000000000000000000000000000c0de": {
            "balance": "0x5",
            "code": "0x67112233445566778860c01b5f525f5f60085f600261beef61fffff1505f5f60045f600461fffffa506001546001016001556007600255",
            "codeHash": "0x683cc1f259e0a484aaa4e55a7acf6fdf4bf23f798a95990fbcfa3a303f5d7cd3",
            "storage": {
              "0x0000000000000000000000000000000000000000000000000000000000000001": "0x0000000000000000000000000000000000000000000000000000000000000009",
            },
          },
          "0x00000000000000000000000000000000000a11ce": {
            "balance": "0xde0b6b3a7640000",
          },
        },
      }
    `)
  })

  test('behavior: what is created is new, what destroys itself is gone', async () => {
    const initcode = '0x07 0x01 SSTORE 0x5b PUSH0 MSTORE8 0x01 PUSH0 RETURN'
    const create = { from: alice, data: assemble(initcode), value: '0x3' }
    const config = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    }
    const { pre, post } = (await ask(
      node,
      'debug_traceCall',
      create,
      'latest',
      config,
    )) as { pre: object; post: { [address: string]: object } }
    expect(Object.keys(pre)).toEqual([alice])
    const [created] = Object.entries(post).filter(([who]) => who !== alice)
    expect(created?.[1]).toEqual({
      balance: '0x3',
      code: '0x5b',
      codeHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      nonce: 1,
      storage: { [word(1)]: word(7) },
    })
    const fleeting = {
      from: alice,
      value: '0x3',
      data: assemble('0x0b0b SELFDESTRUCT'),
    }
    expect(
      await ask(node, 'debug_traceCall', fleeting, 'latest', config),
    ).toEqual({
      pre: { [alice]: expect.anything() },
      post: { [alice]: expect.anything(), [bob]: { balance: '0x3' } },
    })
  })

  test('behavior: who is paid and who pays differ, with a price', async () => {
    const paid = { ...call, to: bob, data: '0x', gasPrice: '0x3b9aca00' }
    const config = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    }
    const { post } = (await ask(
      node,
      'debug_traceCall',
      paid,
      'latest',
      config,
    )) as { post: { [address: string]: { balance: string } } }
    const spent = 10n ** 18n - BigInt(post[alice]?.balance ?? 0)
    expect(spent).toBe(21_000n * 10n ** 9n)
  })

  test('error: a difference has no empty accounts', async () => {
    expect(
      await traced('prestateTracer', { diffMode: true, includeEmpty: true }),
    ).toEqual({ code: -32602, message: expect.stringContaining('diffMode') })
  })
})

describe('flatCallTracer', () => {
  test('default: calls in one list, without precompiles', async () => {
    expect(await traced('flatCallTracer')).toMatchInlineSnapshot(`
      [
        {
          "action": {
            "callType": "call",
            "from": "0x00000000000000000000000000000000000a11ce",
            "gas": "0x186a0",
            "input": "0xaabbccdd01",
            "to": "0x000000000000000000000000000000000000c0de",
            "value": "0x0",
          },
          "blockHash": null,
          "blockNumber": 0,
          "result": {
            "gasUsed": "0xe981",
            "output": "0x",
          },
          "subtraces": 1,
          "traceAddress": [],
          "transactionHash": null,
          "transactionPosition": 0,
          "type": "call",
        },
        {
          "action": {
            "callType": "call",
            "from": "0x000000000000000000000000000000000000c0de",
            "gas": "0x108fb",
            "input": "0x1122334455667788",
            "to": "0x000000000000000000000000000000000000beef",
            "value": "0x2",
          },
          "blockHash": null,
          "blockNumber": 0,
          "error": "execution reverted",
          "result": {
            "gasUsed": "0x83b",
            "output": "0x",
          },
          "subtraces": 0,
          "traceAddress": [
            0,
          ],
          "transactionHash": null,
          "transactionPosition": 0,
          "type": "call",
        },
      ]
    `)
  })

  test('options: precompiles, and errors in the words of Parity', async () => {
    const frames = (await traced('flatCallTracer', {
      includePrecompiles: true,
      convertParityErrors: true,
    })) as { error?: string; action: { to: string }; traceAddress: number[] }[]
    expect(
      frames.map(({ error, action, traceAddress }) => [
        action.to,
        error,
        traceAddress,
      ]),
    ).toEqual([
      [target, undefined, []],
      [other, 'Reverted', [0]],
      ['0x0000000000000000000000000000000000000004', undefined, [1]],
    ])
  })

  test('behavior: creations, self-destruction and halts have forms of their own', async () => {
    const data = assemble('0x0b0b SELFDESTRUCT')
    const config = { tracer: 'flatCallTracer' }
    const ofCreation = { from: alice, data, gas: '0x186a0' }
    expect(
      await ask(node, 'debug_traceCall', ofCreation, 'latest', config),
    ).toMatchInlineSnapshot(`
      [
        {
          "action": {
            "from": "0x00000000000000000000000000000000000a11ce",
            "gas": "0x186a0",
            "init": "0x610b0bff",
            "value": "0x0",
          },
          "blockHash": null,
          "blockNumber": 0,
          "result": {
            "address": "0x6b182f1488e8efeb2eb298155ed5bd7ff8a14042",
            "code": "0x",
            "gasUsed": "0xecfd",
          },
          "subtraces": 1,
          "traceAddress": [],
          "transactionHash": null,
          "transactionPosition": 0,
          "type": "create",
        },
        {
          "action": {
            "address": "0x6b182f1488e8efeb2eb298155ed5bd7ff8a14042",
            "balance": "0x0",
            "refundAddress": "0x0000000000000000000000000000000000000b0b",
          },
          "blockHash": null,
          "blockNumber": 0,
          "subtraces": 0,
          "traceAddress": [
            0,
          ],
          "transactionHash": null,
          "transactionPosition": 0,
          "type": "suicide",
        },
      ]
    `)
    const halting = { from: alice, data: '0xfe', gas: '0x186a0' }
    const [frame] = (await ask(
      node,
      'debug_traceCall',
      halting,
      'latest',
      config,
    )) as object[]
    expect(frame).toMatchObject({ error: 'invalid opcode: INVALID' })
    expect(frame).not.toHaveProperty('result')
  })
})

describe('debug_traceBlockByNumber', () => {
  const send = { from: alice, to: target, gas: 100_000n, execute: true }
  const config = { tracer: 'callTracer' }

  test('default: each transaction as if it were traced alone', async () => {
    const node = nodeWith(code, { accounts })
    const hashes = [node.preconfirm(send), node.preconfirm(send)]
    node.nextBeat()
    const alone = await Promise.all(
      hashes.map((hash) => ask(node, 'debug_traceTransaction', hash, config)),
    )
    const expected = hashes.map((txHash, index) => ({
      txHash,
      result: alone[index],
    }))
    expect(
      await ask(node, 'debug_traceBlockByNumber', 'pending', config),
    ).toEqual(expected)
    node.nextBlock()
    const { number, hash } = (await ask(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as { number: string; hash: string }
    expect(await ask(node, 'debug_traceBlockByNumber', number, config)).toEqual(
      expected,
    )
    expect(await ask(node, 'debug_traceBlockByHash', hash, config)).toEqual(
      expected,
    )
    const rlp = await ask(node, 'debug_getRawBlock', number)
    expect(await ask(node, 'debug_traceBlock', rlp, config)).toEqual(expected)
  })

  test('behavior: a flat call knows the place of its transaction', async () => {
    const node = nodeWith(code, { accounts })
    node.preconfirm(send)
    const transactionHash = node.preconfirm(send)
    node.nextBlock()
    const { hash } = (await ask(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as { hash: string }
    const [, second] = (await ask(node, 'debug_traceBlockByNumber', 'latest', {
      tracer: 'flatCallTracer',
    })) as { result: object[] }[]
    const place = {
      blockHash: hash,
      blockNumber: 1,
      transactionHash,
      transactionPosition: 1,
    }
    expect(second?.result).toEqual([
      expect.objectContaining({ ...place, traceAddress: [] }),
      expect.objectContaining({ ...place, traceAddress: [0] }),
    ])
  })

  test('behavior: what is scripted says so, and the rest is traced', async () => {
    const node = nodeWith('STOP')
    const scripted = node.preconfirm({ from: alice, to: bob })
    const executed = node.preconfirm(send)
    node.nextBlock()
    expect(await ask(node, 'debug_traceBlockByNumber', 'latest', {})).toEqual([
      { txHash: scripted, error: expect.stringContaining('scripted') },
      { txHash: executed, result: expect.objectContaining({ failed: false }) },
    ])
  })

  test('error: no such block, and the genesis block', async () => {
    const failed = async (method: string, block: string) =>
      ((await ask(node, method, block)) as { message: string }).message
    expect([
      await failed('debug_traceBlockByNumber', '0x9'),
      await failed('debug_traceBlockByHash', word(1)),
      await failed('debug_traceBlockByNumber', '0x0'),
      await failed('debug_traceBlock', '0xc3c0c0c0'),
    ]).toEqual([
      'block #9 not found',
      `block ${word(1)} not found`,
      'genesis is not traceable',
      'block 0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347 not found',
    ])
  })
})
