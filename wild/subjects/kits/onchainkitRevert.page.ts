import { atLast, eventually } from 'preseal/explore'
import { plainChain } from '../../journey.js'
import { renderTransaction } from '../../onchainkit.js'
import type { Subject } from '../../subject.js'

export const subject: Subject = {
  software: '@coinbase/onchainkit',
  versions: { '1.1.3': 'plain' },
  law: 'a button that says "Try again" can be pressed',
  instead:
    'after a transaction that reverts, "Try again" stays disabled until the page is loaded again',
  report: 'onchainkit-revert.md',
  async explore(load) {
    const render = await renderTransaction(load)
    return {
      node: { ...plainChain, faults: [{ type: 'revertAtSeal', times: 1 }] },
      runs: 20,
      duration: 12_000,
      body(explored) {
        explored.watch('button', () => {
          const button = document.querySelector('button')
          return `${button?.textContent}${button?.disabled ? ', disabled' : ''}`
        }, [
          eventually((shown) => `${shown}`.startsWith('Try again')),
          atLast((shown) => shown !== 'Try again, disabled'),
        ])
        render(explored, { onError() {}, onSuccess() {} })
      },
    }
  },
}
