import { walletMethods } from '../method/walletMethods.js'
import { findMethod, methods, servedMethods } from './methods.js'

/**
 * The methods that a public endpoint lets through: those of the execution API
 * without the receipts of a block, and those of wallets, since at an EIP-1193
 * provider it is the wallet that answers these.
 */
export function publicMethods(): readonly string[] {
  return [
    ...servedMethods.filter((method) => methods[method].isPublic),
    ...Object.keys(walletMethods).filter(
      (method) => findMethod(method) === undefined,
    ),
  ]
}
