import { describe, expect, test } from 'vitest'
import { zeroHash } from '../../../src/base/hex/hex.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { bob, cut, newChain, newView, resultOf, word } from '../newView.js'

const log = {
  address: bob,
  topics: [word('1'), word('2')],
  data: '0x12',
} as const
const chain = newChain([
  { logs: [log] },
  { to: null, data: '0x6001', maxPriorityFeePerGas: 7n },
  { type: 'legacy', logs: [log, { address: bob }], gasUsed: 30_000n },
  { type: 'deposit', sourceHash: word('5'), status: 'reverted' },
])

type Receipt = {
  transactionHash: string
  blockHash: unknown
  logs: { blockHash: unknown }[]
}

function receipts(
  pendingIdentity:
    | 'partialHash'
    | 'zeroHash'
    | 'nullHash'
    | 'nullNumberAndHash',
) {
  const view = newView(chain, { pendingIdentity })
  const all = resultOf(view, 'eth_getBlockReceipts', 'pending') as Receipt[]
  for (const receipt of all)
    expect(
      resultOf(view, 'eth_getTransactionReceipt', receipt.transactionHash),
    ).toEqual(receipt)
  return all
}

describe('formatReceipt', () => {
  test('default', () => {
    expect(cut(receipts('nullHash'))).toMatchInlineSnapshot(`
      [
        {
          "blockHash": null,
          "blockNumber": "0x3",
          "contractAddress": null,
          "cumulativeGasUsed": "0x5208",
          "effectiveGasPrice": "0x3e8",
          "from": "0x00000000000000000000000000000000000a11ce",
          "gasUsed": "0x5208",
          "logs": [
            {
              "address": "0x0000000000000000000000000000000000000b0b",
              "blockHash": null,
              "blockNumber": "0x3",
              "blockTimestamp": "0x6955b906",
              "data": "0x12",
              "logIndex": "0x0",
              "removed": false,
              "topics": [
                "0x0000000000000000000000000000000000000000000000000000000000000001",
                "0x0000000000000000000000000000000000000000000000000000000000000002",
              ],
              "transactionHash": "0xd0362c77ec9443ae30a163362007a00910d9c52ea6c2b93a94036eda4fd79813",
              "transactionIndex": "0x0",
            },
          ],
          "logsBloom": "0x04000000… 514",
          "status": "0x1",
          "to": "0x0000000000000000000000000000000000000b0b",
          "transactionHash": "0xd0362c77ec9443ae30a163362007a00910d9c52ea6c2b93a94036eda4fd79813",
          "transactionIndex": "0x0",
          "type": "0x2",
        },
        {
          "blockHash": null,
          "blockNumber": "0x3",
          "contractAddress": "0xa999af8fc10d8392764630da244306a2629f3932",
          "cumulativeGasUsed": "0xa410",
          "effectiveGasPrice": "0x3ef",
          "from": "0x00000000000000000000000000000000000a11ce",
          "gasUsed": "0x5208",
          "logs": [],
          "logsBloom": "0x00000000… 514",
          "status": "0x1",
          "to": null,
          "transactionHash": "0x849dfe99d1903ad39ef2f475c468540be646f8d0379e17acb9e147ae88e4124c",
          "transactionIndex": "0x1",
          "type": "0x2",
        },
        {
          "blockHash": null,
          "blockNumber": "0x3",
          "contractAddress": null,
          "cumulativeGasUsed": "0x11940",
          "effectiveGasPrice": "0x7d0",
          "from": "0x00000000000000000000000000000000000a11ce",
          "gasUsed": "0x7530",
          "logs": [
            {
              "address": "0x0000000000000000000000000000000000000b0b",
              "blockHash": null,
              "blockNumber": "0x3",
              "blockTimestamp": "0x6955b906",
              "data": "0x12",
              "logIndex": "0x1",
              "removed": false,
              "topics": [
                "0x0000000000000000000000000000000000000000000000000000000000000001",
                "0x0000000000000000000000000000000000000000000000000000000000000002",
              ],
              "transactionHash": "0x283d426fbf98f5410897ae902ba32140073a9cf58b95b24f510a7484aa7e3e89",
              "transactionIndex": "0x2",
            },
            {
              "address": "0x0000000000000000000000000000000000000b0b",
              "blockHash": null,
              "blockNumber": "0x3",
              "blockTimestamp": "0x6955b906",
              "data": "0x",
              "logIndex": "0x2",
              "removed": false,
              "topics": [],
              "transactionHash": "0x283d426fbf98f5410897ae902ba32140073a9cf58b95b24f510a7484aa7e3e89",
              "transactionIndex": "0x2",
            },
          ],
          "logsBloom": "0x04000000… 514",
          "status": "0x1",
          "to": "0x0000000000000000000000000000000000000b0b",
          "transactionHash": "0x283d426fbf98f5410897ae902ba32140073a9cf58b95b24f510a7484aa7e3e89",
          "transactionIndex": "0x2",
          "type": "0x0",
        },
        {
          "blockHash": null,
          "blockNumber": "0x3",
          "contractAddress": null,
          "cumulativeGasUsed": "0x16b48",
          "depositNonce": "0xa",
          "depositReceiptVersion": "0x1",
          "effectiveGasPrice": "0x0",
          "from": "0x00000000000000000000000000000000000a11ce",
          "gasUsed": "0x5208",
          "logs": [],
          "logsBloom": "0x00000000… 514",
          "status": "0x0",
          "to": "0x0000000000000000000000000000000000000b0b",
          "transactionHash": "0x8aa36439caeb4bb0fe27aed6977af795ce7e8258918c46f4b6c484021b5e3ede",
          "transactionIndex": "0x3",
          "type": "0x7e",
        },
      ]
    `)
  })

  test.each([
    ['partialHash', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
    ['zeroHash', zeroHash],
    ['nullNumberAndHash', null],
  ] as const)('options: pendingIdentity %s', (identity, blockHash) => {
    expect(receipts(identity)).toEqual(
      receipts('nullHash').map((receipt) => ({
        ...receipt,
        blockHash,
        logs: receipt.logs.map((log) => ({ ...log, blockHash })),
      })),
    )
  })

  test('behavior: the hash of the block that holds it', () => {
    const pending = newView(chain)
    const sealed = newView(seal(chain), {
      pendingIdentity: 'nullNumberAndHash',
    })
    const hashes = [
      [pending, 'pending'],
      [sealed, 'latest'],
    ].map(([view, tag]) => {
      const at = view as typeof pending
      const [receipt] = resultOf(at, 'eth_getBlockReceipts', tag) as Receipt[]
      const block = resultOf(at, 'eth_getBlockByNumber', tag, false)
      expect(receipt?.blockHash).toBe((block as { hash: string }).hash)
      expect(receipt?.logs[0]?.blockHash).toBe(receipt?.blockHash)
      return receipt?.blockHash
    })
    // F6: the pending stateRoot is zero until the seal.
    expect(hashes[0]).not.toBe(hashes[1])
  })

  test('behavior: every answer is new', () => {
    const [first] = receipts('nullNumberAndHash')
    const before = structuredClone(first)
    Object.assign(first?.logs[0] as object, { topics: [], data: '0x' })
    first?.logs.splice(0)
    expect(receipts('nullNumberAndHash')[0]).toEqual(before)
  })

  test('behavior: the l1 fields of OP chains, as far as they are scripted', () => {
    const l1 = { l1Fee: 0n, l1GasPrice: 7n, l1BaseFeeScalar: 5_227n }
    const view = newView(newChain([{ l1 }, {}]))
    const [first, second] = resultOf(
      view,
      'eth_getBlockReceipts',
      'pending',
    ) as Record<string, unknown>[]
    const fieldsOf = (receipt: object | undefined) =>
      Object.entries(receipt ?? {}).filter(([field]) => /^l1/.test(field))
    expect(fieldsOf(first)).toEqual([
      ['l1Fee', '0x0'],
      ['l1GasPrice', '0x7'],
      ['l1BaseFeeScalar', '0x146b'],
    ])
    expect(fieldsOf(second)).toEqual([])
  })
})
