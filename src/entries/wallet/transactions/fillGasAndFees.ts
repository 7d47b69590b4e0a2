import { leastType } from '../../../base/codec/json/leastType.js'
import {
  envelopeFields,
  type FieldValues,
} from '../../../base/codec/transactionTypes.js'
import { type Address, type Hex, toQuantity } from '../../../base/hex/hex.js'
import type { WalletDoor } from '../../../doors/walletDoor.js'
import { EndedError } from '../session/ended.js'
import type { MethodContext } from '../session/method.js'
import type { FilledTransaction } from '../session/sentTransaction.js'
import type { AskedTransaction } from './parseTransaction.js'

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

/**
 * The node's estimate for the pending block, and a fifth of it, as other
 * transactions come first; a transfer needs no more. A call that reverts has no
 * estimate and can be sent all the same: wallets warn, and take a share of the
 * block.
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
    return estimate === transferGas ? estimate : (estimate * 6n) / 5n
  } catch (thrown) {
    if (!isRevert(thrown)) throw thrown
    const block = await request('eth_getBlockByNumber', ['pending', false])
    const { gasLimit } = block as { gasLimit: Hex }
    return (BigInt(gasLimit) * 35n) / 100n
  }
}

function isRevert(thrown: unknown): boolean {
  return (
    thrown instanceof EndedError &&
    thrown.outcome.type === 'error' &&
    thrown.outcome.error.code === 3
  )
}
