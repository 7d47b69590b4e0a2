import { UnreadableFieldError } from '../../../base/codec/wire.js'
import type { Hash, Hex } from '../../../base/hex/hex.js'
import type { WalletDoor } from '../../../doors/walletDoor.js'
import type { Parameter } from '../../../rpc/method/params.js'
import type { Account } from '../keys/account.js'
import { malformed, refuse } from '../session/ended.js'
import { method, type Using, type WalletMethods } from '../session/method.js'
import { authorized } from '../session/parameters.js'
import type { FilledTransaction } from '../session/sentTransaction.js'
import { fillTransaction } from '../transactions/fillTransaction.js'
import {
  type AskedTransaction,
  parseTransaction,
} from '../transactions/parseTransaction.js'
import { sendSigned } from '../transactions/sendSigned.js'
import { signTransaction } from '../transactions/signTransaction.js'

// It names the field that is malformed, which a parser of parameters cannot.
const transaction: Parameter = {
  name: 'transaction',
  parse: (value) => ({ ok: true, value }),
}

/** Transactions that the wallet signs and sends (EIP-1193, 1474). */
export const transactionMethods = {
  eth_sendTransaction: method([transaction], async ([given], using, params) => {
    const { asked, account } = readAsked(given, using)
    const { node } = using.session
    await using.confirm('eth_sendTransaction', params)
    return send(asked, account, node, using)
  }),

  eth_signTransaction: method([transaction], async ([given], using, params) => {
    const { asked, account } = readAsked(given, using)
    const { node } = using.session
    await using.confirm('eth_signTransaction', params)
    const filled = await fillTransaction(asked, account.address, node, using)
    const nonce = asked.nonce ?? (await nextNonce(account, node, using))
    return signTransaction({ ...filled, nonce }, account).raw
  }),
} satisfies WalletMethods

/** Fills in, signs and sends; resolves to the hash. */
export async function send(
  asked: AskedTransaction,
  account: Account,
  node: WalletDoor,
  using: Using,
): Promise<Hash> {
  const filled: FilledTransaction = await fillTransaction(
    asked,
    account.address,
    node,
    using,
  )
  return using.inTurn(async () => {
    const nonce = asked.nonce ?? (await nextNonce(account, node, using))
    return sendSigned({ filled, account, node, nonce }, using)
  })
}

function readAsked(
  given: unknown,
  using: Using,
): { asked: AskedTransaction; account: Account } {
  const asked = readTransaction(given)
  const { session } = using
  const account = authorized(using, asked.from ?? session.selected.address)
  const { chainId } = session.node
  if (asked.chainId !== undefined && asked.chainId !== chainId)
    throw refuse(
      -32602,
      `The transaction is for the chain id ${asked.chainId}, but the wallet is on ${chainId}. Ask for "wallet_switchEthereumChain" first.`,
    )
  return { asked, account }
}

function readTransaction(given: unknown): AskedTransaction {
  try {
    return parseTransaction(given)
  } catch (thrown) {
    if (!(thrown instanceof UnreadableFieldError)) throw thrown
    throw malformed(1, 'transaction', thrown)
  }
}

/** Behind what is in the queue already. */
async function nextNonce(
  { address }: Account,
  node: WalletDoor,
  { ask }: Using,
): Promise<number> {
  const params = [address, 'pending']
  return Number((await ask(node, 'eth_getTransactionCount', params)) as Hex)
}
