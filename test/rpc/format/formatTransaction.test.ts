import { describe, expect, test } from 'vitest'
import { encodeWireTransaction } from '../../../src/base/codec/encodeWire.js'
import { hashEnvelope } from '../../../src/base/codec/envelope.js'
import { scriptedTypes } from '../../../src/base/codec/transactionTypes.js'
import type { PreconfirmParameters } from '../../../src/chain/model/transaction.js'
import { bob, newChain, newView, resultOf, word } from '../newView.js'

function served(
  transaction: Partial<PreconfirmParameters>,
  pendingIdentity:
    | 'partialHash'
    | 'zeroHash'
    | 'nullHash'
    | 'nullNumberAndHash' = 'nullNumberAndHash',
) {
  const view = newView(newChain([transaction]), { pendingIdentity })
  const block = resultOf(view, 'eth_getBlockByNumber', 'pending', true) as {
    transactions: [{ hash: string; blockHash: unknown }]
  }
  const [wire] = block.transactions
  expect(resultOf(view, 'eth_getTransactionByHash', wire.hash)).toEqual(wire)
  return wire
}

describe('formatTransaction', () => {
  test('default: eip1559', () => {
    expect(
      served({ value: 5n, data: '0x1234', maxPriorityFeePerGas: 7n }),
    ).toMatchInlineSnapshot(`
      {
        "accessList": [],
        "blockHash": null,
        "blockNumber": null,
        "blockTimestamp": null,
        "chainId": "0x7a69",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x5208",
        "gasPrice": "0x3ef",
        "hash": "0x9838d5d6a5e3e73c9636c7dc7c1a41821bfbeb42fe0bb2ba71bf45462794d4fa",
        "input": "0x1234",
        "maxFeePerGas": "0x7d7",
        "maxPriorityFeePerGas": "0x7",
        "nonce": "0x7",
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0x197ca234b911061aeb03ff4f8468af151a3bc703b3bb65d4b43795858a96ce38",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": null,
        "type": "0x2",
        "v": "0x0",
        "value": "0x5",
        "yParity": "0x0",
      }
    `)
  })

  test('behavior: legacy', () => {
    expect(served({ type: 'legacy', gas: 50_000n })).toMatchInlineSnapshot(`
      {
        "blockHash": null,
        "blockNumber": null,
        "blockTimestamp": null,
        "chainId": "0x7a69",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0xc350",
        "gasPrice": "0x7d0",
        "hash": "0xec4ac019fea4951c459619395d0cb6fe8f4416d27bb17509beb1e891d4427149",
        "input": "0x",
        "nonce": "0x7",
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0x142adca1337ee8520aae17e6b770330b8a602700fc5487edb279bc36180d40c3",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": null,
        "type": "0x0",
        "v": "0xf4f5",
        "value": "0x0",
      }
    `)
  })

  test('behavior: eip2930', () => {
    const accessList = [{ address: bob, storageKeys: [word('1')] }] as const
    expect(served({ type: 'eip2930', accessList })).toMatchInlineSnapshot(`
      {
        "accessList": [
          {
            "address": "0x0000000000000000000000000000000000000b0b",
            "storageKeys": [
              "0x0000000000000000000000000000000000000000000000000000000000000001",
            ],
          },
        ],
        "blockHash": null,
        "blockNumber": null,
        "blockTimestamp": null,
        "chainId": "0x7a69",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x5208",
        "gasPrice": "0x7d0",
        "hash": "0x24caad2040bc30143340fc8c22d381d10d07a4f84f57e935434d5b09c2e9d6f4",
        "input": "0x",
        "nonce": "0x7",
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0xf80f6552500219600ec70c697e9890b20a9e0a169d3c74a2debdd43994db64",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": null,
        "type": "0x1",
        "v": "0x0",
        "value": "0x0",
        "yParity": "0x0",
      }
    `)
  })

  test('behavior: eip7702', () => {
    const authorizationList = [
      {
        chainId: 31337,
        address: bob,
        nonce: 3,
        r: word('1a'),
        s: word('1b'),
        yParity: 1,
      },
    ] as const
    expect(
      served({ type: 'eip7702', authorizationList }),
    ).toMatchInlineSnapshot(`
      {
        "accessList": [],
        "authorizationList": [
          {
            "address": "0x0000000000000000000000000000000000000b0b",
            "chainId": "0x7a69",
            "nonce": "0x3",
            "r": "0x1a",
            "s": "0x1b",
            "yParity": "0x1",
          },
        ],
        "blockHash": null,
        "blockNumber": null,
        "blockTimestamp": null,
        "chainId": "0x7a69",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x5208",
        "gasPrice": "0x3e8",
        "hash": "0xc0c1f5450ec19ff154069c6143fad25930dcc511e393493cd1ebb407776e9110",
        "input": "0x",
        "maxFeePerGas": "0x7d0",
        "maxPriorityFeePerGas": "0x0",
        "nonce": "0x7",
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0x38bbcf718072646956eda29c815dc951556f8b1a886d4343373960f2c85621a4",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": null,
        "type": "0x4",
        "v": "0x0",
        "value": "0x0",
        "yParity": "0x0",
      }
    `)
  })

  test('behavior: deposit', () => {
    const deposit = {
      type: 'deposit',
      sourceHash: word('5'),
      mint: 9n,
    } as const
    expect(served(deposit)).toMatchInlineSnapshot(`
      {
        "blockHash": null,
        "blockNumber": null,
        "blockTimestamp": null,
        "depositReceiptVersion": "0x1",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x5208",
        "gasPrice": "0x0",
        "hash": "0x20b2dc3b3b1b9877027e5def39cd87275230be4b268810f20b8a7e4924cf192f",
        "input": "0x",
        "mint": "0x9",
        "nonce": "0x7",
        "r": "0x0",
        "s": "0x0",
        "sourceHash": "0x0000000000000000000000000000000000000000000000000000000000000005",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": null,
        "type": "0x7e",
        "v": "0x0",
        "value": "0x0",
      }
    `)
    expect(served({ ...deposit, isSystemTx: true })).toEqual({
      ...served(deposit),
      hash: expect.any(String),
      isSystemTx: true,
    })
  })

  test.each(scriptedTypes)(
    'behavior: tells all that is hashed, type %s',
    (type) => {
      const authorizationList = [
        { chainId: 1, address: bob, nonce: 3 },
      ] as const
      const wire = served({
        type,
        value: 5n,
        data: '0x1234',
        ...(type === 'eip7702' && { authorizationList }),
      })
      const envelope = encodeWireTransaction(wire, 'transaction')
      expect(hashEnvelope(envelope)).toBe(wire.hash)
    },
  )

  test('behavior: contract creation', () => {
    expect(served({ to: null, data: '0x6001' })).toMatchObject({
      to: null,
      input: '0x6001',
    })
  })

  test('behavior: gasPrice is the effective one', () => {
    expect(
      served({ maxFeePerGas: 1_005n, maxPriorityFeePerGas: 7n }),
    ).toMatchObject({
      gasPrice: '0x3ed',
      maxFeePerGas: '0x3ed',
      maxPriorityFeePerGas: '0x7',
    })
  })

  test.each([
    [
      'partialHash',
      expect.stringMatching(/^0x[0-9a-f]{64}$/),
      '0x3',
      '0x6955b906',
      '0x0',
    ],
    ['zeroHash', null, '0x3', '0x6955b906', '0x0'],
    ['nullHash', null, '0x3', '0x6955b906', '0x0'],
    ['nullNumberAndHash', null, null, null, null],
  ] as const)('options: pendingIdentity %s', (identity, ...place) => {
    const [blockHash, blockNumber, blockTimestamp, transactionIndex] = place
    expect(served({}, identity)).toEqual({
      ...served({}),
      blockHash,
      blockNumber,
      blockTimestamp,
      transactionIndex,
    })
  })
})
