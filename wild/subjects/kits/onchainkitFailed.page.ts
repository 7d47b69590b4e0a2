import { plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import { renderTransaction } from '../../onchainkit.js'
import type { Subject } from '../../subject.js'

export const subject: Subject = {
  software: '@coinbase/onchainkit',
  versions: { '1.1.3': 'failed' },
  law: 'Transaction calls onError only if the payment failed',
  instead:
    'one failed read while it waits for the receipt calls onError, and onSuccess later',
  report: 'onchainkit-failed.md',
  async explore(load) {
    const render = await renderTransaction(load)
    return {
      node: plainChain,
      kinds: { lost: 0, replaced: 0 },
      body(explored) {
        let shown = 'waiting'
        explored.watch('told', () => shown, [failedOnlyIfItFailed])
        render(explored, {
          onError() {
            shown = 'failed'
          },
          onSuccess() {
            shown = 'success'
          },
        })
      },
    }
  },
}
