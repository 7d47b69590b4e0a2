import { strictEqual } from 'node:assert'
import { crowd, type Work } from '../harness/crowd.js'
import type { Bench } from '../harness/group.js'
import type { Section } from '../harness/section.js'
import { createAccounts, createAddresses } from '../workload.js'

const [alice, bob] = createAddresses(2) as [`0x${string}`, `0x${string}`]
const accounts = createAccounts([alice])

/** By which servers find the door of a node. */
const socketDoor: unique symbol = Symbol.for('preseal.socketDoor')

type Peer = { receive(text: string): void; close(): void }
type SocketDoor = (peer: { send(text: string): void; end(): void }) => Peer

const subscribe =
  '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newFlashblocks"]}'

/** What many at once cost: 16 times as many, at most 24 times the time. */
export async function crowds({ createMockNode }: Bench): Promise<Section> {
  const fill = (count: number) => {
    const node = createMockNode({ accounts })
    const hashes = Array.from({ length: count }, () =>
      node.preconfirm({ from: alice, to: bob }),
    )
    return { node, hashes }
  }
  const works: Work[] = [
    ['queued for one beat', (count) => void fill(count)],
    [
      'queued, then dropped from the front',
      (count) => {
        const { node, hashes } = fill(count)
        for (const hash of hashes) node.drop(hash)
      },
    ],
    [
      'requests that hang, until the fault is lifted',
      async (count) => {
        const node = createMockNode()
        const lift = node.fault({ type: 'hold' })
        const asked = Array.from({ length: count }, () =>
          node.provider.request({ method: 'eth_chainId' }),
        )
        lift()
        strictEqual((await Promise.all(asked)).length, count)
      },
    ],
    [
      'subscribers told of a beat, then gone',
      (count) => {
        const node = createMockNode()
        const door = (node as unknown as { [socketDoor]: SocketDoor })[
          socketDoor
        ]
        let told = 0
        const peers = Array.from({ length: count }, () => {
          const peer = door({ send: () => void told++, end() {} })
          peer.receive(subscribe)
          return peer
        })
        node.nextBeat()
        for (const peer of peers) peer.close()
        // The answer, and the beat.
        strictEqual(told, 2 * count)
      },
    ],
  ]
  return crowd('many at once', works, { few: 1_000, many: 16_000, rounds: 5 })
}
