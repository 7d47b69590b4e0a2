import { UnreadableFieldError } from '../../../base/codec/wire.js'
import type { Hash, Hex } from '../../../base/hex/hex.js'
import type { WalletDoor } from '../../../doors/walletDoor.js'
import type { Parameter } from '../../../rpc/method/params.js'
import type { Account } from '../keys/account.js'
import { malformed, rpcError } from '../session/ended.js'
import {
  type MethodContext,
  method,
  type WalletMethods,
} from '../session/method.js'
import { authorized } from '../session/parameters.js'
import type { FilledTransaction } from '../session/sentTransaction.js'
import { fillGasAndFees } from '../transactions/fillGasAndFees.js'
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
  eth_sendTransaction: method(
    [transaction],
    async ([given], context, params) => {
      const { asked, account } = readAsked(given, context)
      const { node } = context.session
      await context.confirm('eth_sendTransaction', params)
      return send(asked, account, node, context)
    },
  ),

  eth_signTransaction: method(
    [transaction],
    async ([given], context, params) => {
      const { asked, account } = readAsked(given, context)
      const { node } = context.session
      await context.confirm('eth_signTransaction', params)
      const filled = await fillGasAndFees(asked, account.address, node, context)
      const nonce = asked.nonce ?? (await nextNonce(account, node, context))
      return signTransaction({ ...filled, nonce }, account).raw
    },
  ),
} satisfies WalletMethods

/** Fills in, signs and sends; resolves to the hash. */
export async function send(
  asked: AskedTransaction,
  account: Account,
  node: WalletDoor,
  context: MethodContext,
): Promise<Hash> {
  const filled: FilledTransaction = await fillGasAndFees(
    asked,
    account.address,
    node,
    context,
  )
  return context.inTurn(async () => {
    const nonce = asked.nonce ?? (await nextNonce(account, node, context))
    return sendSigned({ filled, account, node, nonce }, context)
  })
}

function readAsked(
  given: unknown,
  context: MethodContext,
): { asked: AskedTransaction; account: Account } {
  const asked = readTransaction(given)
  const { session } = context
  const account = authorized(context, asked.from ?? session.selected.address)
  const { chainId } = session.node
  if (asked.chainId !== undefined && asked.chainId !== chainId)
    throw rpcError(
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
  { ask }: MethodContext,
): Promise<number> {
  const params = [address, 'pending']
  return Number((await ask(node, 'eth_getTransactionCount', params)) as Hex)
}
