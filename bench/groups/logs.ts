import { strictEqual } from 'node:assert'
import type { Hash, MockNode } from 'preseal'
import { compete } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'

const columns = ['1,000 blocks', '10,000 blocks']
const token = `0x${'c0de'.padStart(40, '0')}` as const
const alice = `0x${'a11ce'.padStart(40, '0')}` as const
const perBlock = 10
/** Logs that the narrow filter matches, however long the chain. */
const rare = 10

/** Logs among those of a long chain, ten in each block. */
export async function logs(bench: Bench): Promise<Section> {
  const few = build(bench, 1_000)
  const many = build(bench, 10_000)
  const cold = { few: await first(few), many: await first(many) }
  for (const node of [few, many]) {
    strictEqual((await find(node, { topics: [null, word(7)] })).length, rare)
    strictEqual((await find(node, {})).length % perBlock, 0)
  }
  const narrow = await compete({
    few: ask(few, { topics: [null, word(7)] }),
    many: ask(many, { topics: [null, word(7)] }),
  })
  const recent = await compete({
    few: ask(few, { address: token, fromBlock: '0x3de' }),
    many: ask(many, { address: token, fromBlock: '0x2706' }),
  })
  const none = await compete({
    few: ask(few, { address: alice }),
    many: ask(many, { address: alice }),
  })
  return {
    title: 'eth_getLogs, 10 logs a block',
    columns,
    rows: [
      {
        name: 'a topic of 10 logs, all blocks',
        cells: [duration(narrow.few), duration(narrow.many)],
        goal: atMost(1, narrow.many),
      },
      {
        name: 'a topic of 10 logs, growth with the blocks',
        cells: [],
        goal: atMostTimes(2, narrow.many, narrow.few),
      },
      {
        name: 'every log of the last 10 blocks',
        cells: [duration(recent.few), duration(recent.many)],
        goal: atMost(1, recent.many),
      },
      {
        name: 'an address without logs',
        cells: [duration(none.few), duration(none.many)],
      },
      {
        name: 'cold: hashing all blocks',
        cells: [duration([cold.few.hashing]), duration([cold.many.hashing])],
      },
      {
        name: 'cold: the first read of logs after that',
        cells: [duration([cold.few.indexing]), duration([cold.many.indexing])],
      },
    ],
  }
}

function word(value: number): Hash {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** Each of a tenth of the topics recurs; one is rare. */
function build({ createMockNode }: Bench, blocks: number): MockNode {
  const node = createMockNode({ accounts: { [alice]: { balance: 1n } } })
  const every = blocks / rare
  for (let block = 0; block < blocks; block++) {
    node.preconfirm({
      from: alice,
      to: token,
      logs: Array.from({ length: perBlock }, (_, at) => ({
        address: token,
        topics: [
          word(1),
          word(at === 0 && block % every === 0 ? 7 : 1_000 + (block % 997)),
          word(block * perBlock + at),
        ],
      })),
    })
    node.nextBlock()
  }
  return node
}

function find(node: MockNode, filter: object) {
  const params = [{ fromBlock: 'earliest', toBlock: 'latest', ...filter }]
  return node.provider.request({
    method: 'eth_getLogs',
    params: params as never,
  })
}

function ask(node: MockNode, filter: object) {
  return async (count: number) => {
    let found = 0
    for (let asked = 0; asked < count; asked++)
      found += (await find(node, filter)).length
    return found
  }
}

/** What only the first reader pays, in ms. */
async function first(node: MockNode) {
  const start = performance.now()
  await node.provider.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const hashed = performance.now()
  await find(node, { topics: [word(7)] })
  return { hashing: hashed - start, indexing: performance.now() - hashed }
}
