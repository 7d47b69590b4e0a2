import assert from 'node:assert/strict'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { createMockNode } from 'preseal'
import { fromStream } from 'preseal/stream'

const hash = (byte) => `0x${byte.repeat(32)}`
// Signed by the key 0x07…07 for chain 10, as viem does it.
const envelope =
  '0x02f8640a80018203e88252089422222222222222222222222222222222222222220180c001a0f1a2763b6a4d56e5ac15d63338b9b265ed8b835434b632ced8bdad56be920176a004a3a99728a2f5148516c95fdecb4f3214bf1e8a5ba0603062572d2c01025da5'
const message = {
  payload_id: '0x03',
  index: 0,
  base: {
    parent_hash: hash('06'),
    parent_beacon_block_root: hash('00'),
    fee_recipient: `0x${'11'.repeat(20)}`,
    prev_randao: hash('00'),
    block_number: '0x7',
    gas_limit: '0x3938700',
    timestamp: '0x690fdf84',
    extra_data: '0x',
    base_fee_per_gas: '0x34',
  },
  diff: {
    state_root: hash('00'),
    receipts_root: hash('00'),
    logs_bloom: `0x${'00'.repeat(256)}`,
    gas_used: '0x0',
    block_hash: hash('70'),
    transactions: [envelope],
    withdrawals_root: hash('00'),
  },
}
const frame = brotliCompressSync(JSON.stringify(message))

const scenario = fromStream([frame], { decompress: brotliDecompressSync })
const request = { method: 'eth_getBlockByNumber', params: ['pending', true] }
const block = await createMockNode(scenario).provider.request(request)
assert.equal(block.hash, hash('70'))
assert.equal(
  block.transactions[0].from,
  '0x4a62316623ad457f02cdc5d997ded67a383ec569',
)
