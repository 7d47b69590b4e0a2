import type { MockRpcSchema } from 'preseal'
import { alice, bob, token, word } from './actors.js'
import { badCalls } from './badCalls.js'
import type { Expected, Wrong } from './expected.js'

const hash = word(1)

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
    // geth takes the others.
    ...['', ' ', 'x1', '0xg1', '-0x1', '0x-1', '0x1 '].map(text),
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

const optionalBlock = {
  name: 'block',
  wrong: selector.filter(({ given }) => given !== null),
  isOptional: true,
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

const sentSync: readonly Expected[] = [
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
]

/** Good parameters of each method, and what is wrong in place of each. */
export const parameters: {
  readonly [method in keyof MockRpcSchema]: readonly Expected[]
} = {
  ...badCalls({
    selector,
    ofHash: { name: 'transactionHash', good: hash, wrong: wrong.hash },
    ofBlockHash: { name: 'blockHash', good: hash, wrong: wrong.hash },
    ofNumber: { name: 'block', good: 'latest', wrong: wrong.block },
    rlp: {
      name: 'rlp',
      good: '0xc3c0c0c0',
      wrong: [...wrong.data, text('0x'), text('0x80'), text('0xc180')],
    },
  }),
  eth_getBalance: [
    { name: 'address', good: alice, wrong: wrong.address },
    { ...optionalBlock, good: 'latest' },
  ],
  eth_getTransactionCount: [
    { name: 'address', good: alice, wrong: wrong.address },
    { ...optionalBlock, good: 'pending' },
  ],
  eth_getCode: [
    { name: 'address', good: token, wrong: wrong.address },
    { ...optionalBlock, good: '0x0' },
  ],
  eth_getStorageAt: [
    { name: 'address', good: token, wrong: wrong.address },
    { name: 'slot', good: '0x1', wrong: wrong.slot },
    { ...optionalBlock, good: { blockNumber: '0x0' } },
  ],
  eth_getStorageValues: [
    {
      name: 'slots',
      good: { [token]: ['0x1'] },
      wrong: [
        { given: [], shown: 'an array of 0' },
        { given: { '0x1': ['0x1'] }, shown: '"0x1"' },
        { given: { [token]: '0x1' }, shown: '"0x1"' },
        { given: { [token]: [1] }, shown: '1' },
      ],
    },
    { ...optionalBlock, good: 'latest' },
  ],
  eth_getAccountInfo: [
    { name: 'address', good: alice, wrong: wrong.address },
    { ...optionalBlock, good: 'pending' },
  ],
  eth_baseFee: [],
  eth_capabilities: [],
  eth_config: [],
  debug_getRawBlock: [{ name: 'block', good: 'latest', wrong: selector }],
  debug_getRawHeader: [{ name: 'block', good: 'latest', wrong: selector }],
  debug_getRawReceipts: [{ name: 'block', good: 'latest', wrong: selector }],
  debug_getRawTransaction: [
    { name: 'transactionHash', good: hash, wrong: wrong.hash },
  ],
  eth_getRawTransactionByHash: [
    { name: 'transactionHash', good: hash, wrong: wrong.hash },
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
  eth_getBlockAccessList: [{ name: 'block', good: 'pending', wrong: selector }],
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
    { name: 'filter', good: undefined, wrong: [], isOptional: true },
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
    { ...optionalBlock, good: 'latest' },
  ],
  eth_getTransactionByBlockHashAndIndex: [...ofHash, index],
  eth_getTransactionByBlockNumberAndIndex: [...ofNumber, index],
  eth_getRawTransactionByBlockHashAndIndex: [...ofHash, index],
  eth_getRawTransactionByBlockNumberAndIndex: [...ofNumber, index],
  eth_getTransactionBySenderAndNonce: [
    { name: 'address', good: alice, wrong: wrong.address },
    { ...index, name: 'nonce' },
  ],
  eth_getUncleByBlockHashAndIndex: [...ofHash, index],
  eth_getUncleByBlockNumberAndIndex: [...ofNumber, index],
  eth_getUncleCountByBlockHash: ofHash,
  eth_getUncleCountByBlockNumber: ofNumber,
  web3_sha3: [{ name: 'data', good: '0x00', wrong: wrong.data }],
  eth_sendRawTransaction: [{ name: 'raw', good: '0x02', wrong: wrong.data }],
  eth_sendRawTransactionSync: sentSync,
  realtime_sendRawTransaction: sentSync,
  eth_sendTransaction: [asked],
  eth_fillTransaction: [asked],
  txpool_contentFrom: [{ name: 'address', good: alice, wrong: wrong.address }],
  eth_accounts: [],
  eth_blobBaseFee: [],
  eth_blockNumber: [],
  eth_chainId: [],
  eth_coinbase: [],
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

/** A good request of a method. */
export function goodParams(method: keyof MockRpcSchema): unknown[] {
  return parameters[method].map(({ good }) => good)
}
