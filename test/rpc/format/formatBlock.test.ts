import { describe, expect, test } from 'vitest'
import { zeroHash } from '../../../src/base/hex/hex.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { cut, newChain, newView, resultOf } from '../newView.js'

const chain = newChain([{ value: 1n }, { value: 2n }])

type Block = {
  hash: string | null
  size?: string
  transactions: unknown[]
  uncles: unknown[]
}

function block(
  pendingIdentity:
    | 'partialHash'
    | 'zeroHash'
    | 'nullHash'
    | 'nullNumberAndHash',
  fullTransactions = false,
) {
  const view = newView(chain, { pendingIdentity })
  return resultOf(
    view,
    'eth_getBlockByNumber',
    'pending',
    fullTransactions,
  ) as Block
}

describe('formatBlock', () => {
  test('default', () => {
    expect(cut(block('partialHash'))).toMatchInlineSnapshot(`
      {
        "baseFeePerGas": "0x3e8",
        "blobGasUsed": "0x0",
        "difficulty": "0x0",
        "excessBlobGas": "0x0",
        "extraData": "0x",
        "gasLimit": "0x3938700",
        "gasUsed": "0xa410",
        "hash": "0x79c9fad60e9a0b9de726aa6a9fcf184ed9621e23145b62220eb0ef98c1469526",
        "logsBloom": "0x00000000… 514",
        "miner": "0x4200000000000000000000000000000000000011",
        "mixHash": "0x0000000000000000000000000000000000000000000000000000000000000000",
        "nonce": "0x0000000000000000",
        "number": "0x3",
        "parentBeaconBlockRoot": "0x0000000000000000000000000000000000000000000000000000000000000000",
        "parentHash": "0x779016c14cde0c36fa2df333c1970876a3d70952075950afa11de5fe1d882bbb",
        "receiptsRoot": "0x75308898d571eafb5cd8cde8278bf5b3d13c5f6ec074926de3bb895b519264e1",
        "requestsHash": "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha3Uncles": "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
        "size": "0x33f",
        "stateRoot": "0x0000000000000000000000000000000000000000000000000000000000000000",
        "timestamp": "0x6955b906",
        "transactions": [
          "0xcf8f8fdafcc432e965fa59b726f86a032cddf90641322393a7f7fe274fe0d2fe",
          "0x214f7a69dd9c414be02327da71cd091c07e84182378e07445918d04b49e75341",
        ],
        "transactionsRoot": "0xa7f97208a4066b9b962feabcf1fbc4f85b1ae7acf1a91fc36264a3a29fb73bc8",
        "uncles": [],
        "withdrawals": [],
        "withdrawalsRoot": "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421",
      }
    `)
  })

  test('behavior: full transactions stand where the hashes stood', () => {
    const { transactions, ...rest } = block('partialHash', true)
    expect({
      ...rest,
      transactions: transactions.map((full) => (full as Block).hash),
    }).toEqual(block('partialHash'))
  })

  test('options: pendingIdentity', () => {
    const { size, ...whole } = block('partialHash')
    expect(block('zeroHash')).toEqual({ ...whole, hash: zeroHash })
    expect('size' in block('zeroHash')).toBe(false)
    expect(block('nullHash')).toEqual({ ...whole, size, hash: null })
    expect(block('nullNumberAndHash')).toEqual({
      ...whole,
      size,
      hash: null,
      number: null,
    })
  })

  test('behavior: a sealed block is what it is', () => {
    const sealed = (pendingIdentity: 'partialHash' | 'nullNumberAndHash') =>
      resultOf(
        newView(seal(chain), { pendingIdentity }),
        'eth_getBlockByNumber',
        'latest',
        true,
      ) as Block
    expect(sealed('nullNumberAndHash')).toEqual(sealed('partialHash'))
    expect(sealed('nullNumberAndHash').hash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('behavior: by hash, sealed blocks alone', () => {
    const view = newView(seal(chain))
    const { hash } = resultOf(
      view,
      'eth_getBlockByNumber',
      'latest',
      true,
    ) as Block
    expect(resultOf(view, 'eth_getBlockByHash', hash, true)).toEqual(
      resultOf(view, 'eth_getBlockByNumber', '0x3', true),
    )
    const partial = block('partialHash').hash
    expect(
      resultOf(newView(chain), 'eth_getBlockByHash', partial, true),
    ).toBeNull()
  })

  test('behavior: every answer is new', () => {
    const first = block('partialHash', true)
    const before = structuredClone(first)
    Object.assign(first.transactions[0] as object, { value: '0x0' })
    first.transactions.pop()
    first.uncles.push(1)
    expect(block('partialHash', true)).toEqual(before)
  })
})
