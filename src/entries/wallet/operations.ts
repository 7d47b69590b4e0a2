import { address, tuple, uint256 } from '../../base/abi/abi.js'
import { selectorOf } from '../../base/abi/selector.js'
import {
  type Address,
  designatorOf,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import {
  batchData,
  packedOperation,
} from '../../engine/natives/accounts/accountContract.js'
import { EndedError, type MethodContext, rpcError } from './context.js'
import { type Account, authorize, signatureBytes } from './keys/accounts.js'

/** A user operation as bundlers take it (ERC-4337, since 0.7). */
type Operation = { readonly [field: string]: unknown }

type Calls = readonly { to: Address; value: bigint; data: Hex }[]

/**
 * Sends calls as a user operation that a paymaster pays for (ERC-7677). The
 * node of the wallet is asked as bundler and paymaster, whatever the URL is.
 */
export async function sendSponsored(
  calls: Calls,
  paymasterContext: unknown,
  {
    account,
    delegate,
    node,
    context,
  }: {
    account: Account
    delegate: Address | undefined
    node: WalletDoor
    context: MethodContext
  },
): Promise<Hash> {
  const request = async (method: string, params: readonly unknown[]) => {
    try {
      return await context.ask(node, method, params)
    } catch (thrown) {
      const isMissing =
        thrown instanceof EndedError &&
        thrown.outcome.type === 'error' &&
        thrown.outcome.error.code === -32601
      throw isMissing
        ? rpcError(
            5700,
            `The node does not serve ${method}, which a batch with a paymaster needs. Give it a bundler: createBundler(node), from preseal/bundler.`,
          )
        : thrown
    }
  }
  const supported = (await request('eth_supportedEntryPoints', [])) as Address[]
  const entryPoint = supported.at(-1) as Address
  const chainId = toQuantity(node.chainId)
  const { address: sender } = account
  const nonce = await nonceOf(sender, entryPoint, request)
  const { maxFeePerGas, maxPriorityFeePerGas } = await feesOf(request)
  const accountNonce = (await request('eth_getTransactionCount', [
    sender,
    'pending',
  ])) as Hex
  const draft: Operation = {
    sender,
    nonce,
    callData: batchData(calls),
    maxFeePerGas,
    maxPriorityFeePerGas,
    signature: `0x${'ff'.repeat(65)}`,
    ...(delegate !== undefined && {
      factory: '0x7702',
      factoryData: '0x',
      eip7702Auth: wireOf(
        authorize(account, {
          chainId: node.chainId,
          address: delegate,
          nonce: Number(accountNonce),
        }),
      ),
    }),
  }
  const about = [entryPoint, chainId, paymasterContext]
  const stub = await request('pm_getPaymasterStubData', [draft, ...about])
  const stubbed = { ...draft, ...(stub as object) }
  const gas = await request('eth_estimateUserOperationGas', [
    stubbed,
    entryPoint,
  ])
  const estimated = { ...stubbed, ...(gas as object) }
  const paid = await request('pm_getPaymasterData', [estimated, ...about])
  const operation = { ...estimated, ...(paid as object) }
  // As if the account were delegated already.
  const code = delegate && designatorOf(delegate)
  const hash = (await request('eth_call', [
    { to: entryPoint, data: hashCall(operation) },
    'pending',
    ...(code === undefined ? [] : [{ [sender]: { code } }]),
  ])) as Hash
  const signature = signatureBytes(account.sign(hash))
  const signed = { ...operation, signature }
  return (await request('eth_sendUserOperation', [signed, entryPoint])) as Hash
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

async function nonceOf(sender: Address, entryPoint: Address, request: Request) {
  const parameters = tuple(address, uint256).encode([sender, 0n])
  const data = `0x${selectorOf('getNonce(address,uint192)')}${parameters}`
  const call = { to: entryPoint, data }
  return toQuantity(
    BigInt((await request('eth_call', [call, 'pending'])) as Hex),
  )
}

async function feesOf(request: Request) {
  const tip = BigInt((await request('eth_maxPriorityFeePerGas', [])) as Hex)
  const block = await request('eth_getBlockByNumber', ['latest', false])
  const { baseFeePerGas = '0x0' } = block as { baseFeePerGas?: Hex }
  return {
    maxFeePerGas: toQuantity(2n * BigInt(baseFeePerGas) + tip),
    maxPriorityFeePerGas: toQuantity(tip),
  }
}

function wireOf({
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
}: ReturnType<typeof authorize>) {
  return {
    chainId: toQuantity(chainId),
    address,
    nonce: toQuantity(nonce),
    yParity: toQuantity(yParity),
    r,
    s,
  }
}

/** `0x7702` stands for the code that an account delegates to. */
const delegatedInitCode = `0x7702${'00'.repeat(18)}` as const

function hashCall(operation: Operation): Hex {
  const word = (name: string) =>
    BigInt((operation[name] ?? '0x0') as Hex)
      .toString(16)
      .padStart(32, '0')
  const text = (name: string) => ((operation[name] ?? '0x') as Hex).slice(2)
  const paymaster = text('paymaster')
  const parameters = tuple(packedOperation).encode([
    [
      operation.sender as Address,
      BigInt(operation.nonce as Hex),
      operation.eip7702Auth === undefined ? '0x' : delegatedInitCode,
      operation.callData as Hex,
      `0x${word('verificationGasLimit')}${word('callGasLimit')}`,
      BigInt(operation.preVerificationGas as Hex),
      `0x${word('maxPriorityFeePerGas')}${word('maxFeePerGas')}`,
      paymaster === ''
        ? '0x'
        : `0x${paymaster}${word('paymasterVerificationGasLimit')}${word('paymasterPostOpGasLimit')}${text('paymasterData')}`,
      operation.signature as Hex,
    ],
  ])
  return `0x${selectorOf(`getUserOpHash(${packedOperation.name})`)}${parameters}`
}
