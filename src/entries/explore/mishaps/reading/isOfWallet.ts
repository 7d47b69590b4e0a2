import type { AnsweredRequest } from '../../../../index.js'

const own = new Set([
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData_v4',
  'net_version',
  'personal_sign',
])

/** Whether the wallet answers it by itself, where no endpoint can err. */
export function isOfWallet({ via, method }: AnsweredRequest): boolean {
  return (
    via === 'wallet' &&
    method !== null &&
    (method.startsWith('wallet_') || own.has(method))
  )
}
