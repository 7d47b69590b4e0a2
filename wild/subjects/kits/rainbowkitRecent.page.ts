import { plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import { renderRecent, statusShown } from '../../rainbowkit.js'
import type { Subject } from '../../subject.js'

export const subject: Subject = {
  software: '@rainbow-me/rainbowkit',
  versions: { '2.2.11': 'failed' },
  law: 'the list of recent transactions calls a payment failed only if it failed',
  instead:
    'one failed read while it waits for the receipt makes a confirmed payment "failed", for good',
  report: 'rainbowkit-recent.md',
  async explore(load) {
    const render = await renderRecent(load)
    return {
      node: plainChain,
      kinds: { lost: 0, replaced: 0 },
      body(explored) {
        render(explored)
        explored.watch('recent transaction', statusShown, [
          failedOnlyIfItFailed,
        ])
      },
    }
  },
}
