import type { Address } from '../../../../base/hex/hex.js'
import { setAccounts } from '../../../../chain/intents/setAccounts.js'
import type { AccountParameters } from '../../../../chain/model/transaction.js'
import {
  type Moment,
  type Transition,
  transition,
} from '../../moment/moment.js'

/** Changes an account at once, under latest and pending. */
export function setAccount(
  moment: Moment,
  address: Address,
  change: AccountParameters,
): Transition {
  const chain = setAccounts(moment.chain, { [address]: change })
  return transition({ ...moment, chain })
}
