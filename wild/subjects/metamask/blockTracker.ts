import { rightAgain } from 'preseal/explore'
import type { Subject } from '../../subject.js'

type Tracker = {
  PollingBlockTracker: new (options: {
    provider: object
    pollingInterval: number
  }) => {
    on(event: 'latest', callback: (number: string) => void): void
    on(event: 'error', callback: (error: unknown) => void): void
    destroy(): Promise<void>
  }
}

export const subject: Subject = {
  software: '@metamask/eth-block-tracker',
  versions: { '14.0.0': 'holds' },
  law: 'the latest block is right again 10 s after any failure',
  async explore(load) {
    const { PollingBlockTracker } = await load<Tracker>(
      '@metamask/eth-block-tracker',
    )
    return {
      body({ node, watch, onEnd }) {
        const tracker = new PollingBlockTracker({
          provider: node.provider,
          pollingInterval: 1_000,
        })
        let latest = 'none'
        watch('latest', () => latest, [rightAgain()])
        tracker.on('latest', (number) => {
          latest = number
        })
        tracker.on('error', () => {})
        onEnd(() => void tracker.destroy())
      },
    }
  },
}
