import type { MockNode } from 'preseal'
import type { Explored, ExploreOptions, Invariant } from 'preseal/explore'
import { alice, bob, type Viem } from './viem.js'

export const token = '0x000000000000000000000000000000000070cced'

export const transfer = ({ parseAbiItem }: Viem) =>
  parseAbiItem(
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  )
export const approval = ({ parseAbiItem }: Viem) =>
  parseAbiItem(
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
  )

type Given = {
  /** ms of the first transfer; one more each 3 s. */
  readonly first?: number
  readonly node?: ExploreOptions['node'] & object
}

/** A token that emits a Transfer and an Approval every 3 s. */
export function watched(viem: Viem, { first = 2_500, node = {} }: Given) {
  const event = (abi: ReturnType<typeof transfer | typeof approval>) => ({
    address: token,
    topics: viem.encodeEventTopics({
      abi: [abi],
      args: { from: alice, to: bob, owner: alice, spender: bob },
    } as never) as `0x${string}`[],
    data: viem.numberToHex(1n, { size: 32 }),
  })
  const times = [0, 1, 2, 3, 4].map((turn) => first + turn * 3_000)
  return {
    node: {
      accounts: { [alice]: { balance: 10n ** 18n } },
      steps: times.map((at) => ({
        at,
        type: 'preconfirm' as const,
        from: alice,
        to: token,
        gasUsed: 60_000n,
        logs: [event(transfer(viem)), event(approval(viem))],
      })),
      ...node,
    } as ExploreOptions['node'] & object,
    open({ chain, provider }: MockNode) {
      const client = viem.createPublicClient({
        chain,
        pollingInterval: 1_000,
        transport: viem.custom(provider),
      })
      return { client, address: token } as const
    },
  }
}

/** Watches the transfers over an endpoint without filters. */
export function watchTransfers(
  viem: Viem,
  {
    laws,
    pollingInterval = 1_000,
    ...given
  }: Given & {
    readonly laws: readonly Invariant[]
    readonly pollingInterval?: number
  },
) {
  const { node } = watched(viem, given)
  return {
    node,
    duration: 20_000,
    body({ node, watch, onEnd }: Explored) {
      const { chain, provider } = node
      const request = async (asked: { method: string }) => {
        if (asked.method === 'eth_newFilter')
          throw Object.assign(new Error('the method does not exist'), {
            code: -32601,
          })
        return provider.request(asked as never)
      }
      const client = viem.createPublicClient({
        chain,
        pollingInterval,
        transport: viem.custom({ request } as never),
      })
      const got: string[] = []
      watch('logs', () => got.join(), laws)
      onEnd(
        client.watchEvent({
          address: token,
          event: transfer(viem),
          onLogs: (logs) =>
            void got.push(...logs.map((log) => `${log.transactionHash}`)),
          onError: () => {},
        }),
      )
    },
  }
}
