import { strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import { type Hex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { crowd, type Work } from '../harness/crowd.js'
import type { Bench } from '../harness/group.js'
import type { Section } from '../harness/section.js'
import { createAccounts, createAddresses } from '../workload.js'

const few = 1_000
const many = 5_000
const [bob] = createAddresses(1) as [`0x${string}`]
const senders = Array.from({ length: 50 }, (_, index) =>
  privateKeyToAccount(toHex(index + 1, { size: 32 })),
)
const options = {
  accounts: createAccounts(senders.map(({ address }) => address)),
  header: { gasLimit: 10n ** 10n },
}
const senderOf = (index: number) =>
  senders[index % senders.length] as (typeof senders)[number]

/** What an application sends, many in one beat. */
export async function sends({ createMockNode }: Bench): Promise<Section> {
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

  const works: Work[] = [
    [
      'raw, and the beat that takes them in',
      async (count) => {
        const node = createMockNode(options)
        for (const raw of raws.slice(0, count))
          await node.provider.request({
            method: 'eth_sendRawTransaction',
            params: [raw],
          })
        await enter(node, count)
      },
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
  return crowd('sends in one beat', works, { few, many, rounds: 3 })
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
