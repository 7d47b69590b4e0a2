import type { Fault, MockNode } from 'preseal'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { type ServedMethod, servedMethods } from '../../src/methods/served.js'
import { parameters } from '../../src/rpc/params.js'
import { account, fundedNode, sendRaw, transfer } from '../writes/wallets.js'
import { faults } from './faults.js'
import { readCode, readTable } from './markdown.js'
import { page, reference } from './pages.js'
import { alice, bob, readBlock, request } from './reading.js'

const text = reference('methods')
const [, ...rows] = readTable(text, 'method', 'parameters')
const rowOf = new Map(rows.map((row) => [readCode(row[0] ?? '')[0], row]))

const zeros = `0x${'0'.repeat(64)}`
const call = { from: alice, to: bob }
const raw = await account.signTransaction(transfer)

/** A good request of each method, of which the block is not there. */
const requests: {
  [method in ServedMethod]: (node: MockNode) => unknown
} = {
  base_transactionStatus: () => [zeros],
  debug_traceCall: () => [call, '0x9', {}],
  debug_traceTransaction: async (node) => {
    await sendRaw(node, raw)
    node.tick()
    return [keccak256(raw), {}]
  },
  eth_accounts: () => [],
  eth_blobBaseFee: () => [],
  eth_blockNumber: () => [],
  eth_call: () => [call, '0x9'],
  eth_chainId: () => [],
  eth_createAccessList: () => [call, '0x9'],
  eth_estimateGas: () => [call, '0x9'],
  eth_feeHistory: () => ['0x1', '0x9', []],
  eth_fillTransaction: () => [call],
  eth_gasPrice: () => [],
  eth_getBalance: () => [bob, '0x9'],
  eth_getBlockByHash: () => [zeros, false],
  eth_getBlockByNumber: () => ['0x9', false],
  eth_getBlockReceipts: () => ['0x9'],
  eth_getBlockTransactionCountByHash: () => [zeros],
  eth_getBlockTransactionCountByNumber: () => ['0x9'],
  eth_getCode: () => [bob, '0x9'],
  eth_getFilterChanges: filterId,
  eth_getFilterLogs: filterId,
  eth_getLogs: () => [{}],
  eth_getProof: () => [bob, [], '0x9'],
  eth_getStorageAt: () => [bob, '0x0', '0x9'],
  eth_getTransactionByBlockHashAndIndex: () => [zeros, '0x0'],
  eth_getTransactionByBlockNumberAndIndex: () => ['0x9', '0x0'],
  eth_getTransactionByHash: () => [zeros],
  eth_getTransactionCount: () => [bob, '0x9'],
  eth_getTransactionReceipt: () => [zeros],
  eth_getUncleByBlockHashAndIndex: () => [zeros, '0x0'],
  eth_getUncleByBlockNumberAndIndex: () => ['0x9', '0x0'],
  eth_getUncleCountByBlockHash: () => [zeros],
  eth_getUncleCountByBlockNumber: () => ['0x9'],
  eth_maxPriorityFeePerGas: () => [],
  eth_newBlockFilter: () => [],
  eth_newFilter: () => [{}],
  eth_newPendingTransactionFilter: () => [],
  eth_pendingTransactions: () => [],
  eth_sendRawTransaction: () => [raw],
  eth_sendRawTransactionSync: () => [raw],
  eth_sendTransaction: () => [{ from: account.address, to: bob }],
  eth_simulateV1: () => [{ blockStateCalls: [{ calls: [call] }] }, '0x9'],
  eth_subscribe: () => ['newHeads'],
  eth_syncing: () => [],
  eth_uninstallFilter: filterId,
  eth_unsubscribe: async (node) => [
    await request(node, 'eth_subscribe', 'newHeads'),
  ],
  net_listening: () => [],
  net_peerCount: () => [],
  net_version: () => [],
  txpool_content: () => [],
  txpool_contentFrom: () => [bob],
  txpool_inspect: () => [],
  txpool_status: () => [],
  web3_clientVersion: () => [],
  web3_sha3: () => ['0x'],
}

async function filterId(node: MockNode) {
  return [await request(node, 'eth_newFilter', {})]
}

/** The same of a block that is there. */
async function withBlock(node: MockNode, given: unknown): Promise<unknown[]> {
  const params = (given as unknown[]).map((one) =>
    one === '0x9' ? 'latest' : one,
  )
  if (!params.includes(zeros)) return params
  const block = await readBlock(node, 'latest')
  return params.map((one) => (one === zeros ? block?.hash : one))
}

const declared: { readonly [type in Fault['type']]: Fault } = {
  http: { type: 'http', status: 500 },
  rpc: { type: 'rpc', code: 1, message: 'no' },
  null: { type: 'null' },
  network: { type: 'network' },
  lost: { type: 'lost' },
  delay: { type: 'delay', ms: 1 },
  hang: { type: 'hang' },
  stale: { type: 'stale', beats: 1 },
  frozen: { type: 'frozen' },
  skew: { type: 'skew', to: 'latest' },
  zero: { type: 'zero' },
}

/** Whether a fault is used up by a request that it matches. */
async function actsOn(
  method: ServedMethod,
  fault: Fault,
  find: typeof withBlock,
): Promise<boolean> {
  const node = fundedNode()
  const params = await find(node, await requests[method](node))
  node.fault({ ...fault, methods: [method] })
  void request(node, method, ...params).catch(() => undefined)
  const [{ requests: affected } = { requests: 0 }] = node.story().faults
  node.dispose()
  return affected > 0
}

async function faultsOf(method: ServedMethod): Promise<string[]> {
  const acting: string[] = []
  for (const [type, fault] of Object.entries(declared)) {
    const acts =
      (await actsOn(method, fault, withBlock)) ||
      (type === 'zero' &&
        (await actsOn(method, fault, async (_, given) => given as unknown[])))
    if (acts) acting.push(type)
  }
  return acting
}

test('every method that is served has a row with all its parts', () => {
  expect([...rowOf.keys()].sort()).toEqual([...servedMethods].sort())
  expect(Object.keys(declared).sort()).toEqual(Object.keys(faults).sort())
  for (const [method = '', row] of rowOf) {
    const [, given = '', answer = '', , as = ''] = row
    const count = parameters[method as ServedMethod].length
    const named = given.replaceAll(/\([^)]*\)/g, '').split(',')
    expect([method, given === '' ? 0 : named.length]).toEqual([method, count])
    expect([answer, as], method).not.toContain('')
  }
})

test('which faults act on each method', async () => {
  const paragraph = /Every method is open to ([^;]*);/.exec(text)?.[1] ?? ''
  const all = readCode(paragraph)
  const told: unknown[] = []
  const acting: unknown[] = []
  for (const method of servedMethods) {
    const further = readCode(rowOf.get(method)?.[3] ?? '')
    told.push([method, [...all, ...further].sort()])
    acting.push([method, (await faultsOf(method)).sort()])
  }
  expect(acting).toEqual(told)
})

test('whose answers a method follows is told in fidelity', () => {
  const known = readTable(
    page('docs/fidelity.md').text,
    'node',
    'what follows it',
  )
  const [, ...nodes] = known.map(([node]) => node)
  const followed = [...rowOf.values()].flatMap(([, , , , as = '']) =>
    as.split(', '),
  )
  expect([...new Set(followed)].sort()).toEqual([...nodes].sort())
})

test('the requests that are tried are good ones', async () => {
  for (const method of servedMethods) {
    const node = fundedNode()
    const params = await withBlock(node, await requests[method](node))
    if (method === 'eth_sendRawTransactionSync') continue
    const answer = request(node, method, ...params)
    expect(await answer, method).not.toBe(undefined)
  }
})
