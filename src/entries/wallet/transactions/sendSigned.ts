import type { Hash } from '../../../base/hex/hex.js'
import type { MethodContext } from '../session/method.js'
import type { SentTransaction } from '../session/sentTransaction.js'
import { signTransaction } from './signTransaction.js'

/** Signs, sends and remembers it; resolves to the hash. */
export async function sendSigned(
  { filled, account, node, nonce }: Omit<SentTransaction, 'hash'>,
  { ask, session }: MethodContext,
): Promise<Hash> {
  const { raw } = signTransaction({ ...filled, nonce }, account)
  const hash = (await ask(node, 'eth_sendRawTransaction', [raw])) as Hash
  session.sent.push({ hash, filled, account, node, nonce })
  return hash
}
