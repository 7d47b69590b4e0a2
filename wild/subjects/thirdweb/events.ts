import { everyLogIsSeen } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { openThirdweb, type Thirdweb } from '../../thirdweb.js'
import { token, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

type Events = Thirdweb & {
  getContract(options: object): object
  prepareEvent(options: { signature: string }): object
  watchContractEvents(options: {
    contract: object
    events: object[]
    onEvents(logs: { transactionHash: string }[]): void
  }): () => void
}

export const subject: Subject = {
  software: 'thirdweb',
  versions: { '5.121.6': 'failed' },
  law: 'watchContractEvents hands over every log after an outage',
  instead:
    'once eth_getLogs has failed three times in a second, the logs of the block are lost, and the rejection is unhandled',
  report: 'thirdweb-events.md',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const thirdweb = await load<Events>('thirdweb')
    const { node } = watched(viem, { first: 2_500 })
    return {
      node,
      runs: 0,
      examples: [
        {
          kind: 'failed',
          name: 'eth_getLogs fails for three seconds',
          steps: [
            {
              at: 3_900,
              type: 'fault',
              fault: {
                type: 'rpc',
                code: -32000,
                message: 'header not found',
                methods: ['eth_getLogs'],
                until: 6_900,
              },
            },
          ],
        },
      ],
      body({ node, watch, onEnd }) {
        const got: string[] = []
        watch('logs', () => got.join(), [everyLogIsSeen({ address: token })])
        onEnd(
          thirdweb.watchContractEvents({
            contract: thirdweb.getContract({
              ...openThirdweb(thirdweb, node),
              address: token,
            }),
            events: [
              thirdweb.prepareEvent({
                signature:
                  'event Transfer(address indexed from, address indexed to, uint256 value)',
              }),
            ],
            onEvents: (logs) =>
              void got.push(...logs.map((log) => log.transactionHash)),
          }),
        )
      },
    }
  },
}
