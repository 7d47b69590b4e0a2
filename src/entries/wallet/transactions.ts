import {
  encodeListed,
  hashEnvelope,
  signingHash,
} from '../../base/codec/envelope.js'
import {
  askedFields,
  envelopeFields,
  type FieldValues,
  leastType,
  readTransactionObject,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import { isWire, unreadable, type Wire } from '../../base/codec/wire.js'
import { isPresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Nonce,
  toHex,
  toNonce,
  toQuantity,
  zeroAddress,
} from '../../base/hex/hex.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  type Approval,
  authorized,
  EndedError,
  type FilledTransaction,
  type MethodContext,
  malformed,
  method,
  rpcError,
  type SentTransaction,
  type SignedType,
  type WalletMethods,
} from './context.js'
import type { Account } from './keys/accounts.js'

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
      const approval = await context.confirm('eth_sendTransaction', params)
      const edited = edit(asked, approval)
      const { owned } = context
      if (owned !== undefined) {
        const { to, value = 0n, data = '0x' } = edited
        return owned.propose([{ to: to ?? zeroAddress, value, data }], node)
      }
      const hash = await send(edited, account, node, context)
      if (approval.clicks === 2) await sendAgain(edited, account, node, context)
      return hash
    },
  ),

  eth_signTransaction: method(
    [transaction],
    async ([given], context, params) => {
      const { asked, account } = readAsked(given, context)
      const { node } = context.session
      const edited = edit(
        asked,
        await context.confirm('eth_signTransaction', params),
      )
      const filled = await fillGasAndFees(
        edited,
        account.address,
        node,
        context,
      )
      const nonce = edited.nonce ?? (await nextNonce(account, node, context))
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

/** The user's second click: its errors are shown to the user alone. */
export async function sendAgain(
  ...parameters: Parameters<typeof send>
): Promise<void> {
  try {
    await send(...parameters)
  } catch (thrown) {
    if (!(thrown instanceof EndedError)) throw thrown
  }
}

/** With what the user changed; a price of one kind replaces the other's. */
export function edit(
  asked: AskedTransaction,
  { edits }: Approval,
): AskedTransaction {
  const {
    gasPrice: _,
    maxFeePerGas: __,
    maxPriorityFeePerGas: ___,
    ...rest
  } = asked
  const isPriced =
    edits.gasPrice !== undefined ||
    edits.maxFeePerGas !== undefined ||
    edits.maxPriorityFeePerGas !== undefined
  return { ...(isPriced ? rest : asked), ...(edits as Partial<FieldValues>) }
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
    if (!isPresealError(thrown, 'InvalidParametersError')) throw thrown
    throw malformed(1, 'transaction', thrown)
  }
}

/** Behind what is in the queue already. */
export async function nextNonce(
  { address }: Account,
  node: WalletDoor,
  { ask }: MethodContext,
): Promise<Nonce> {
  const params = [address, 'pending']
  const count = (await ask(node, 'eth_getTransactionCount', params)) as Hex
  return toNonce(BigInt(count))
}

/**
 * A transaction to sign, as an application asks; the wallet fills in absent
 * fields.
 */
export type AskedTransaction = Partial<FieldValues> & {
  readonly type: SignedType | undefined
}

const signedTypes = ['legacy', 'eip2930', 'eip1559', 'eip7702'] as const

/** @throws InvalidParametersError naming the first field that is malformed. */
export function parseTransaction(
  given: unknown,
  path = 'transaction',
): AskedTransaction {
  if (!isWire(given)) throw unreadable(path, display(given), 'an object')
  const { fields, hasTwoInputs } = readTransactionObject(
    given,
    path,
    askedFields,
  )
  if (hasTwoInputs)
    throw unreadable(`${path}.data`, 'another than "input"', 'one of the two')
  const type = parseType(given, path)
  if (fields.gasPrice !== undefined && fields.maxFeePerGas !== undefined)
    throw unreadable(
      `${path}.gasPrice`,
      'given beside "maxFeePerGas"',
      'one of the two',
    )
  if ((fields.to ?? null) === null && (fields.data ?? '0x') === '0x')
    throw unreadable(
      `${path}.to`,
      'missing',
      'an address, or "data" that creates a contract',
    )
  return { ...fields, type }
}

function parseType({ type }: Wire, path: string): SignedType | undefined {
  if (type === undefined || type === null) return undefined
  const number = typeof type === 'string' ? Number(type) : Number.NaN
  const found = signedTypes.find(
    (name) => Number(transactionTypes[name].number) === number,
  )
  if (found !== undefined) return found
  const numbers = signedTypes.map((name) => transactionTypes[name].number)
  throw unreadable(
    `${path}.type`,
    display(type),
    `one that the wallet signs: ${numbers.join(', ')}`,
  )
}

/** Asks the node for gas and fees that are left out. */
export async function fillGasAndFees(
  asked: AskedTransaction,
  from: Address,
  node: WalletDoor,
  { ask }: MethodContext,
): Promise<FilledTransaction> {
  const filled = {
    ...asked,
    type: asked.type ?? leastType(asked),
    from,
    to: asked.to ?? null,
    value: asked.value ?? 0n,
    data: asked.data ?? '0x',
    chainId: node.chainId,
    accessList: asked.accessList ?? [],
  }
  const request = (method: string, params: readonly unknown[]) =>
    ask(node, method, params)
  const fees = await feesOf(filled, request)
  const gas = asked.gas ?? (await gasFor(filled, request))
  return { ...filled, ...fees, gas }
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

type Fees = Pick<
  Partial<FieldValues>,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

async function feesOf(
  { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: AskedTransaction,
  request: Request,
): Promise<Fees> {
  if (type === 'legacy' || type === 'eip2930')
    return {
      gasPrice: gasPrice ?? (await quantity(request('eth_gasPrice', []))),
    }
  // A price gives both, as in nodes.
  const most = maxFeePerGas ?? gasPrice
  const tip =
    maxPriorityFeePerGas ??
    gasPrice ??
    (await quantity(request('eth_maxPriorityFeePerGas', [])))
  if (most !== undefined)
    return {
      maxFeePerGas: most,
      maxPriorityFeePerGas: maxPriorityFeePerGas ?? (tip < most ? tip : most),
    }
  const block = await request('eth_getBlockByNumber', ['latest', false])
  const { baseFeePerGas = '0x0' } = (block ?? {}) as { baseFeePerGas?: Hex }
  // Enough for six blocks that are full.
  return {
    maxFeePerGas: 2n * BigInt(baseFeePerGas) + tip,
    maxPriorityFeePerGas: tip,
  }
}

async function quantity(answered: Promise<unknown>): Promise<bigint> {
  return BigInt((await answered) as Hex)
}

const transferGas = 21_000n
/** EIP-7825. */
const mostGas = 16_777_216n

/**
 * The node's estimate for the pending block, and a fifth of it, as other
 * transactions come first; a transfer needs no more. A call that reverts has no
 * estimate and can be sent all the same: wallets warn, and take a share of the
 * block. Neither is more than a transaction may have (EIP-7825).
 */
async function gasFor(
  { from, to, value, data, accessList, authorizationList }: AskedTransaction,
  request: Request,
): Promise<bigint> {
  const call = {
    from,
    ...(to !== null && { to }),
    value: toQuantity(value ?? 0n),
    data,
    ...(accessList !== undefined && { accessList }),
    ...(authorizationList !== undefined && {
      authorizationList:
        envelopeFields.authorizationList.write(authorizationList),
    }),
  }
  try {
    const estimate = await quantity(
      request('eth_estimateGas', [call, 'pending']),
    )
    if (estimate === transferGas || estimate > mostGas) return estimate
    return upToMost((estimate * 6n) / 5n)
  } catch (thrown) {
    if (!isRevert(thrown)) throw thrown
    const block = await request('eth_getBlockByNumber', ['pending', false])
    const { gasLimit } = block as { gasLimit: Hex }
    return upToMost((BigInt(gasLimit) * 35n) / 100n)
  }
}

function upToMost(gas: bigint): bigint {
  return gas < mostGas ? gas : mostGas
}

function isRevert(thrown: unknown): boolean {
  return (
    thrown instanceof EndedError &&
    thrown.outcome.type === 'error' &&
    thrown.outcome.error.code === 3
  )
}

/** A signed transaction as it is sent, and the hash by which it is known. */
export type Signed = { readonly raw: Hex; readonly hash: Hash }

/** Signs what EIP-155, 2930, 1559 or 7702 say of the type. */
function signTransaction(
  transaction: FilledTransaction & { readonly nonce: Nonce },
  account: Account,
): Signed {
  const { type, chainId } = transaction
  const isLegacy = type === 'legacy'
  const bound = isLegacy ? chainId : undefined
  const { r, s, yParity } = account.sign(signingHash(type, transaction, bound))
  const v = 35n + 2n * BigInt(chainId) + BigInt(yParity)
  const envelope = encodeListed(type, transaction, { r, s, yParity, v })
  return { raw: toHex(envelope), hash: hashEnvelope(envelope) }
}

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
