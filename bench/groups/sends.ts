import { strictEqual } from 'node:assert'
import type { MockNode, MockNodeOptions } from 'preseal'
import { type Hex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compete, type Samples } from '../harness/compete.js'
import { crowd, type Work } from '../harness/crowd.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import { createAccounts, createAddresses } from '../workload.js'

const few = 1_000
const many = 5_000
const [bob] = createAddresses(1) as [`0x${string}`]
const senders = Array.from({ length: 50 }, (_, index) =>
  privateKeyToAccount(toHex(index + 1, { size: 32 })),
)
const options: MockNodeOptions = {
  // Recovering senders takes longer than a clock may stand still unnoticed.
  clock: 'virtual',
  accounts: createAccounts(senders.map(({ address }) => address)),
  header: { gasLimit: 10n ** 10n },
}
const senderOf = (index: number) =>
  senders[index % senders.length] as (typeof senders)[number]

/** What an application sends, many in one beat. */
export async function sends({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const raws: Hex[] = []
  for (let index = 0; index < many; index++)
    raws.push(
      await senderOf(index).signTransaction({
        chainId: 31_337,
        type: 'eip1559',
        to: bob,
        value: 1n,
        gas: 21_000n,
        nonce: Math.floor(index / senders.length),
        maxFeePerGas: 0n,
        maxPriorityFeePerGas: 0n,
      }),
    )

  async function enter(node: MockNode, count: number) {
    node.nextBeat()
    const { transactions } = (await node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['pending', false],
    })) as { transactions: readonly unknown[] }
    strictEqual(transactions.length, count)
  }

  async function sendRaw(node: MockNode, count: number) {
    for (const raw of raws.slice(0, count))
      await node.provider.request({
        method: 'eth_sendRawTransaction',
        params: [raw],
      })
    await enter(node, count)
  }

  const works: Work[] = [
    [
      'raw, and the beat that takes them in',
      (count) => sendRaw(createMockNode(options), count),
    ],
    [
      'unsigned, and the beat that takes them in',
      async (count) => {
        const node = createMockNode(options)
        for (let index = 0; index < count; index++)
          await send(node, { from: senderOf(index).address })
        await enter(node, count)
      },
    ],
    [
      'replacements of one nonce, behind 1,000 of others',
      async (count) => {
        const node = createMockNode(options)
        const [{ address: from }] = senders as [(typeof senders)[number]]
        for (let index = 0; index < 1_000; index++)
          node.preconfirm({ from: senderOf(1 + (index % 49)).address, to: bob })
        for (let value = 0; value < count; value++)
          await send(node, { from, nonce: '0x0', value: toHex(value) })
        await enter(node, 1_001)
      },
    ],
  ]
  const crowded = await crowd('sends in one beat', works, {
    few,
    many,
    rounds: 3,
  })
  const engine = await loadEngine(folder)
  const raw = (given: MockNodeOptions) => async (count: number) => {
    for (let done = 0; done < count; done++)
      await sendRaw(createMockNode({ ...options, ...given }), few)
  }
  const samples = await compete(
    { plain: raw({}), engine: engine && raw({ engine }) },
    { rounds: 5 },
  )
  const rows = [
    oneOf(`one of ${few} raw, and its beat`, samples.plain, 2.3),
    oneOf('the same, recovered by preseal/evm', samples.engine, 1_000 / 1_400),
  ]
  return { ...crowded, rows: [...crowded.rows, ...rows] }
}

/** What one of many took, in the column of as many. */
function oneOf(name: string, samples: Samples | undefined, most: number): Row {
  const each = samples?.map((ms) => ms / few)
  return { name, cells: [duration(each), null], goal: atMost(most, each) }
}

function send(
  node: MockNode,
  fields: { from: Hex; nonce?: Hex; value?: Hex },
): Promise<Hex> {
  return node.provider.request({
    method: 'eth_sendTransaction',
    params: [{ to: bob, ...fields }],
  })
}
