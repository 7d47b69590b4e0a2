import { declared } from './explored/declared.js'
import { answerWith } from './explored/explorePayment.js'
// biome-ignore lint/correctness/useImportExtensions: the test that it is
import './explored/ethers.ts?payment=1'
// biome-ignore lint/correctness/useImportExtensions: the test that it is
import './explored/ethers.ts?payment=2'

/** Within a worker; apart from the other clients, as ethers is large. */
export const answer = () =>
  answerWith(
    ({ confirmations }) => declared[confirmations - 1] as (typeof declared)[0],
  )
