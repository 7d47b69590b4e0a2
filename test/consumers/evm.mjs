import assert from 'node:assert/strict'
import { evm } from 'preseal/evm'

const zero = `0x${'00'.repeat(32)}`
const miner = `0x${'00'.repeat(20)}`
const sender = `0x${'aa'.repeat(20)}`
const identity = '0x0000000000000000000000000000000000000004'

const { status, output, gasUsed } = evm().execute(
  {
    balance: () => 0n,
    nonce: () => 0n,
    code: () => '0x',
    slot: () => zero,
    hasStorage: () => false,
  },
  {
    hardfork: 'cancun',
    chainId: 1n,
    origin: sender,
    gasPrice: 0n,
    number: 1n,
    timestamp: 1n,
    gasLimit: 30_000_000n,
    baseFeePerGas: 0n,
    miner,
    mixHash: zero,
    blobHashes: [],
    blobBaseFee: 1n,
    hashOf: () => zero,
  },
  {
    from: sender,
    to: identity,
    value: 0n,
    data: '0x2a',
    gas: 30_000n,
    nonce: 0n,
    accessList: [],
    authorizationList: [],
  },
)
// 21 000, 16 for the byte, and 15 + 3 for the precompile.
assert.deepEqual([status, output, gasUsed], ['success', '0x2a', 21_034n])
