import type { AnsweredRequest } from '../../../../index.js'
import { isWalletMethod } from '../../../../rpc/method/walletMethods.js'

/** Whether the wallet answers it by itself, where no endpoint can err. */
export function isOfWallet({ via, method }: AnsweredRequest): boolean {
  return (
    via === 'wallet' &&
    method !== null &&
    (method.startsWith('wallet_') || isWalletMethod(method))
  )
}
