import type { MockNode, RequestFault } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import type { Parameter } from '../../src/rpc/method/method.js'
import {
  methods,
  type ServedMethod,
  servedMethods,
} from '../../src/rpc/methods/methods.js'
import { goodParams } from '../conformance/parameters.js'
import { account, fundedNode, sendRaw, transfer } from '../writes/wallets.js'
import { readCode, readTable } from './markdown.js'
import { requestFaults } from './overHttp.js'
import { reference } from './pages.js'
import { readBlock, request } from './reading.js'

const text = reference('methods')
const [, ...rows] = readTable(text, 'method', 'parameters')
const rowOf = new Map(rows.map((row) => [readCode(row[0] ?? '')[0], row]))

const hash = `0x${'0'.repeat(64)}`
const raw = await account.signTransaction(transfer)

/** Of which only Amsterdam's blocks have something: amsterdam.test.ts asks. */
const ofAmsterdam = 'eth_getBlockAccessList'

/** Where what a node has is needed for a good request. */
const prepared: {
  readonly [method in ServedMethod]?: (node: MockNode) => unknown
} = {
  debug_traceBlock: async (node) => {
    node.nextBlock()
    return [await request(node, 'debug_getRawBlock', 'latest'), {}]
  },
  debug_traceBlockByHash: async (node) => {
    node.nextBlock()
    return [(await readBlock(node, 'latest'))?.hash, {}]
  },
  debug_traceBlockByNumber: (node) => {
    node.nextBlock()
    return ['latest', {}]
  },
  debug_traceTransaction: async (node) => {
    await sendRaw(node, raw)
    node.nextBeat()
    return [keccak256(raw), {}]
  },
  eth_getFilterChanges: filterId,
  eth_getFilterLogs: filterId,
  eth_sendRawTransaction: () => [raw],
  eth_sendRawTransactionSync: () => [raw],
  realtime_sendRawTransaction: () => [raw],
  eth_uninstallFilter: filterId,
  eth_unsubscribe: async (node) => [
    await request(node, 'eth_subscribe', 'newHeads'),
  ],
}

async function filterId(node: MockNode) {
  return [await request(node, 'eth_newFilter', {})]
}

/** A good request, of a block that is there or of one that is not. */
async function paramsOf(
  node: MockNode,
  method: ServedMethod,
  isThere: boolean,
): Promise<unknown[]> {
  const own = await prepared[method]?.(node)
  if (own !== undefined) return own as unknown[]
  const block = await readBlock(node, 'latest')
  return goodParams(method).map((good, at) => {
    const { isSelector, name } = methods[method].params[at] as Parameter
    if (!isSelector) return good
    if (name === 'blockHash') return isThere ? block?.hash : hash
    return isThere ? 'latest' : '0x9'
  })
}

const declared: {
  readonly [type in RequestFault['type']]: RequestFault
} = {
  http: { type: 'http', status: 500 },
  rpc: { type: 'rpc', code: 1, message: 'no' },
  null: { type: 'null' },
  network: { type: 'network' },
  lostResponse: { type: 'lostResponse' },
  delay: { type: 'delay', ms: 1 },
  hold: { type: 'hold' },
  stale: { type: 'stale', beats: 1 },
  frozen: { type: 'frozen' },
  otherBlock: { type: 'otherBlock', to: 'latest' },
  unknownBlockAsZero: { type: 'unknownBlockAsZero' },
  socket: { type: 'socket', messages: 'dropped' },
}

/** Whether a fault is used up by a request that it matches. */
async function actsOn(
  node: MockNode,
  method: ServedMethod,
  fault: RequestFault,
  isThere: boolean,
): Promise<boolean> {
  const before = node.snapshot()
  const params = await paramsOf(node, method, isThere)
  node.fault({ ...fault, methods: [method] })
  void request(node, method, ...params).catch(() => undefined)
  const { requests: affected = 0 } = readTimeline(node).faults.at(-1) ?? {}
  node.revert(before)
  return affected > 0
}

async function faultsOf(method: ServedMethod): Promise<string[]> {
  const acting: string[] = []
  const node = fundedNode()
  for (const [type, fault] of Object.entries(declared)) {
    const acts =
      (await actsOn(node, method, fault, true)) ||
      (type === 'unknownBlockAsZero' &&
        (await actsOn(node, method, fault, false)))
    if (acts) acting.push(type)
  }
  node.dispose()
  return acting
}

test('a fault or a row has no part here', () => {
  expect(Object.keys(declared).sort()).toEqual([...requestFaults].sort())
  for (const [method, [, , , , as]] of rowOf) expect(as, method).not.toBe('')
})

test('which faults act on each method', async () => {
  const paragraph =
    /The faults ([^;]*) affect every method;/.exec(text)?.[1] ?? ''
  const all = readCode(paragraph)
  const told: unknown[] = []
  const acting: unknown[] = []
  for (const method of servedMethods) {
    if (method === ofAmsterdam) continue
    const further = readCode(rowOf.get(method)?.[3] ?? '')
    told.push([method, [...all, ...further].sort()])
    acting.push([method, (await faultsOf(method)).sort()])
  }
  expect(acting).toEqual(told)
})

test('whose answers a method follows is told in fidelity', () => {
  const known = readTable(
    reference('fidelity'),
    'node',
    'parts of preseal that follow it',
  )
  const [, ...nodes] = known.map(([node]) => node)
  const followed = [...rowOf.values()].flatMap(([, , , , as = '']) =>
    as.split(', '),
  )
  // A method that no real node has follows none.
  const real = new Set(followed.filter((node) => node !== 'preseal'))
  expect([...real].sort()).toEqual([...nodes].sort())
})

test('the requests that are tried are good ones', async () => {
  for (const method of servedMethods) {
    const node = fundedNode()
    const params = await paramsOf(node, method, true)
    // These wait.
    if (/Sync$|^realtime_/.test(method) || method === ofAmsterdam) continue
    const answer = request(node, method, ...params)
    expect(await answer, method).not.toBe(undefined)
  }
})
