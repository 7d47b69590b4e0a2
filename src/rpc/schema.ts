import type {
  Address,
  BlockTag,
  EIP1474Methods,
  Hash,
  Hex,
  LogTopic,
  RpcBlockIdentifier,
  RpcBlockNumber,
  RpcTransaction,
  RpcTransactionReceipt,
} from 'viem'
import type { ServedMethod } from '../methods/served.js'
import type { CallRpcSchema } from './calls/callSchema.js'

/** The methods that preseal answers by itself, out of viem's schema. */
export type MockRpcSchema = {
  [method in PickedMethod]: SignatureOf<EIP1474Methods[number], method>
} & OwnRpcSchema

type OwnRpcSchema = CallRpcSchema & {
  // Only newer versions of viem have it.
  eth_blobBaseFee: { Parameters: []; ReturnType: Hex }
  // Only newer versions of viem have it, and without EIP-1898 objects.
  eth_getBlockReceipts: {
    Parameters: [block: RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier]
    ReturnType: RpcTransactionReceipt[] | null
  }
  // viem knows no null, which nodes answer where there is no block.
  eth_getBlockTransactionCountByHash: CountOf<Hash>
  eth_getBlockTransactionCountByNumber: CountOf<RpcBlockNumber | BlockTag>
  eth_getUncleCountByBlockHash: CountOf<Hash>
  eth_getUncleCountByBlockNumber: CountOf<RpcBlockNumber | BlockTag>
  // Only newer versions of viem have it.
  eth_sendRawTransactionSync: {
    Parameters: [raw: Hex, timeout?: Hex | number]
    ReturnType: RpcTransactionReceipt
  }
  // viem has these for test clients alone, with transactions as it reads them.
  txpool_content: {
    Parameters: []
    ReturnType: PoolOf<{ [address: Address]: WaitingTransactions }>
  }
  txpool_contentFrom: {
    Parameters: [address: Address]
    ReturnType: PoolOf<WaitingTransactions>
  }
  txpool_inspect: {
    Parameters: []
    ReturnType: PoolOf<{ [address: Address]: { [nonce: string]: string } }>
  }
  txpool_status: { Parameters: []; ReturnType: PoolOf<Hex> }
  // viem's types have none of these.
  base_transactionStatus: {
    Parameters: [hash: Hash]
    ReturnType: { status: 'Known' | 'Unknown' }
  }
  eth_pendingTransactions: { Parameters: []; ReturnType: RpcTransaction[] }
  eth_subscribe: {
    Parameters:
      | [subscription: 'newHeads' | 'newFlashblocks']
      | [subscription: 'logs' | 'pendingLogs', filter?: SubscribedLogs]
      | [subscription: 'newPendingTransactions', full?: boolean]
      | [
          subscription: 'newFlashblockTransactions',
          fullOrFilter?: boolean | SubscribedLogs,
        ]
    ReturnType: Hex
  }
  eth_unsubscribe: { Parameters: [subscription: Hex]; ReturnType: boolean }
  // viem types it as hex, but nodes answer in decimal.
  net_version: { Parameters: []; ReturnType: string }
}

type SubscribedLogs = { address?: Hex | Hex[]; topics?: LogTopic[] }

type CountOf<block> = { Parameters: [block: block]; ReturnType: Hex | null }

type PoolOf<waiting> = { pending: waiting; queued: waiting }
type WaitingTransactions = { [nonce: string]: RpcTransaction }

type PickedMethod = Exclude<ServedMethod, keyof OwnRpcSchema>

export type MockMethod = ServedMethod

/** A request that is served: its method and the parameters of that method. */
export type MockRequest = {
  [method in MockMethod]: RequestOf<method>
}[MockMethod]

type RequestOf<method extends MockMethod> =
  MockRpcSchema[method]['Parameters'] extends readonly [unknown, ...unknown[]]
    ? { method: method; params: Readonly<MockRpcSchema[method]['Parameters']> }
    : { method: method; params?: readonly [] | undefined }

/** What a method answers, as it is on the wire. */
export type MockResult<method extends MockMethod> =
  MockRpcSchema[method]['ReturnType']

/**
 * `provider.request`: parameters and result follow from the method, and a
 * method that is not served does not compile.
 *
 * Its first signature cannot be called. It is there because the code under test
 * often asks for viem's `EIP1193Provider`, whose `request` takes every method,
 * and `this` is ignored when the two are compared. The last one is for the
 * compiler's message: when several signatures do not fit, it reports what is
 * wrong with the last.
 */
export type MockRequestFn = {
  // biome-ignore lint/suspicious/noExplicitAny: comparable with any provider
  (this: 'Only to be compared', args: any, options?: any): Promise<any>
  <request extends Extract<MockRequest, { params?: readonly [] | undefined }>>(
    args: request,
  ): Promise<MockResult<request['method']>>
  <request extends MockRequest>(
    args: request,
  ): Promise<MockResult<request['method']>>
  <method extends MockMethod | (string & {})>(
    args: Expected<method>,
  ): Promise<MockResult<MockMethod>>
}

/**
 * What a request of the method has to be; for one that is not served, the
 * message that says so.
 */
export type Expected<method extends string> = method extends MockMethod
  ? RequestOf<method>
  : {
      method: `${method} is not served: answer it with node.handle('${method}', answer)`
      params?: unknown
    }

type PermissionMethod = 'wallet_getPermissions' | 'wallet_requestPermissions'

/** viem demands what EIP-2255 does not, and what only wallets know. */
type Loosened<permission> = Partial<permission> &
  Pick<permission, keyof permission & ('caveats' | 'parentCapability')>

/** Methods whose parameters and result viem knows, served or not. */
export type KnownMethod = EIP1474Methods[number]['Method'] | MockMethod

/** Parameters and result of a known method, as `handle` types them. */
export type KnownSignature<method extends KnownMethod> =
  method extends MockMethod
    ? MockRpcSchema[method]
    : method extends PermissionMethod
      ? SignatureOf<EIP1474Methods[number], method> extends {
          Parameters: infer parameters
          ReturnType: (infer permission)[]
        }
        ? { Parameters: parameters; ReturnType: Loosened<permission>[] }
        : never
      : SignatureOf<EIP1474Methods[number], method>

type SchemaEntry = { Method: string; Parameters?: unknown; ReturnType: unknown }

type SignatureOf<entries extends SchemaEntry, method extends string> =
  Extract<entries, { Method: method }> extends infer entry extends SchemaEntry
    ? {
        Parameters: ParametersOf<entry>
        ReturnType: entry['ReturnType']
      }
    : never

type ParametersOf<entry extends SchemaEntry> = entry extends {
  Parameters: infer parameters extends readonly unknown[]
}
  ? parameters
  : []
