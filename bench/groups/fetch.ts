import { deepStrictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import { compete } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import {
  createAccounts,
  createAddresses,
  createTransfers,
} from '../workload.js'

const transactions = 200
const columns = ['request', 'Response', 'fetch']

type Asked = { method: string; params: unknown[] }

/**
 * `node.fetch` with its body, beside the `Response` of an answer that is there,
 * whose text is read: nothing over HTTP takes less.
 */
export async function fetches({ createMockNode }: Bench): Promise<Section> {
  const addresses = createAddresses(10)
  const node = createMockNode({ accounts: createAccounts(addresses) })
  for (const transfer of createTransfers(addresses, 0, transactions))
    node.preconfirm(transfer)
  node.nextBeat()
  const balance = {
    method: 'eth_getBalance',
    params: [addresses[1], 'pending'],
  }
  const block = { method: 'eth_getBlockByNumber', params: ['pending', true] }
  const rows = [
    await measure(node, 'balance', balance),
    await measure(node, `pending block of ${transactions} transactions`, block),
  ]
  return { title: 'over HTTP, in process', columns, rows }
}

async function measure(
  node: MockNode,
  name: string,
  { method, params }: Asked,
): Promise<Row> {
  const request = node.provider.request as (asked: Asked) => Promise<unknown>
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: await request({ method, params }),
  })
  const headers = { 'content-type': 'application/json' }

  async function post(): Promise<string> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', headers, body }
    const response = await node.fetch('http://node.test', init)
    return response.text()
  }

  const { result } = JSON.parse(text)
  const respond = () =>
    new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), {
      headers,
    }).text()

  deepStrictEqual(JSON.parse(await post()), JSON.parse(text))
  const samples = await compete({
    request: repeat(() => request({ method, params: [...params] })),
    Response: repeat(respond),
    fetch: repeat(post),
  })
  return {
    name,
    cells: [rate(samples.request), rate(samples.Response), rate(samples.fetch)],
    goal: atMostTimes(1.5, samples.fetch, samples.Response),
  }
}

/** A loop of its own for each, as in loops.ts. */
function repeat(ask: () => Promise<unknown>) {
  return async (count: number) => {
    for (let asked = 0; asked < count; asked++) await ask()
  }
}
