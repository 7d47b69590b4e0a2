import { declared } from './explored/declared.js'
import { answerWith, explorePayment } from './explored/explorePayment.js'
// biome-ignore lint/correctness/useImportExtensions: the test that it has
import '../../README.md?payment=1'
// biome-ignore lint/correctness/useImportExtensions: the test that it has
import '../../README.md?payment=2'
// biome-ignore lint/correctness/useImportExtensions: the test that it is
import './explored/wagmi.ts?payment=1'
// biome-ignore lint/correctness/useImportExtensions: the test that it is
import './explored/wagmi.ts?payment=2'
import type { Asked } from './explored/result.js'

// All that needs the node; the page loads it when somebody asks for it.

const testOf = ({ client, confirmations }: Asked) =>
  declared[
    (client === 'viem' ? 0 : 2) + confirmations - 1
  ] as (typeof declared)[0]

/** Within a worker. */
export const answer = () => answerWith(testOf)

/** What the page shows before anybody asks. */
export const exploreFirst = () =>
  explorePayment(testOf({ client: 'viem', confirmations: 1 }), () => {})

/** Within the page: it takes over the part where a visitor breaks a payment. */
export async function openByHand(isFirst: boolean) {
  const { open } = await import('./byHand.js')
  await open(isFirst)
}
