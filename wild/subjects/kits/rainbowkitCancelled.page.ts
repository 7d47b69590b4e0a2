import type { Invariant } from 'preseal/explore'
import { plainChain } from '../../journey.js'
import { isIncluded } from '../../laws.js'
import { renderRecent, statusShown } from '../../rainbowkit.js'
import type { Subject } from '../../subject.js'

const confirmedOnlyIfIncluded: Invariant = (seen) => {
  const { looks, sent } = seen
  const [payment] = sent
  const look = looks.find(({ value }) => value === 'confirmed')
  if (look === undefined || payment === undefined)
    return { unjudged: 'nothing was called confirmed' }
  return isIncluded(seen, payment.hash, look.at)
    ? undefined
    : {
        at: look.at,
        text: 'it called the payment "confirmed", but the chain never included it',
      }
}

export const subject: Subject = {
  software: '@rainbow-me/rainbowkit',
  versions: { '2.2.11': 'plain' },
  law: 'the list of recent transactions calls a payment confirmed only if it was included',
  instead:
    'a payment that its user cancels in the wallet is called "confirmed"',
  report: 'rainbowkit-cancelled.md',
  async explore(load) {
    const render = await renderRecent(load)
    return {
      // The payment waits, until its user replaces it.
      node: { ...plainChain, faults: [{ type: 'includeNever', times: 1 }] },
      runs: 20,
      body(explored) {
        const { wallet, wait, watch } = explored
        render(explored)
        watch('recent transaction', statusShown, [confirmedOnlyIfIncluded])
        wait(1_300)
          .then(() => wallet.cancel())
          .catch(() => {})
      },
    }
  },
}
