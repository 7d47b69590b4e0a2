import type { Chain } from '../blocks/chain.js'
import { l1FeesOf } from '../execution/l1Fee.js'
import { createTransaction } from '../model/createTransaction.js'
import type { State } from '../model/state.js'
import type { PreconfirmParameters, Transaction } from '../model/transaction.js'
import { defaultGas } from './defaultGas.js'

/** Fixes what is asked for, as far as whoever asks has not. */
export function fixTransaction(
  { config, open }: Chain,
  state: State,
  parameters: PreconfirmParameters & { readonly nonce: number },
): Transaction {
  const gas =
    parameters.gas ??
    (parameters.execute ? defaultGas(open, state, parameters) : undefined)
  return createTransaction(
    { ...parameters, gas },
    {
      chainId: config.chainId,
      nonce: parameters.nonce,
      baseFeePerGas: open.baseFeePerGas,
      l1FeesOf: l1FeesOf(config),
    },
  )
}
