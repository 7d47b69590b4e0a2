import type {
  BlockTag,
  EIP1474Methods,
  Hash,
  PublicRpcSchema,
  RpcBlockIdentifier,
  RpcBlockNumber,
  RpcTransactionReceipt,
} from 'viem'

/** The methods that preseal answers by itself, out of viem's schema. */
export type MockRpcSchema = {
  [method in PickedMethod]: Signature<PublicRpcSchema[number], method>
} & {
  // Only newer versions of viem have it, and without EIP-1898 objects.
  eth_getBlockReceipts: {
    Parameters: [block: RpcBlockNumber | BlockTag | Hash | RpcBlockIdentifier]
    ReturnType: RpcTransactionReceipt[] | null
  }
  // viem types it as hex, but nodes answer in decimal.
  net_version: { Parameters: []; ReturnType: string }
}

type PickedMethod =
  | 'eth_blockNumber'
  | 'eth_chainId'
  | 'eth_getBalance'
  | 'eth_getBlockByHash'
  | 'eth_getBlockByNumber'
  | 'eth_getCode'
  | 'eth_getStorageAt'
  | 'eth_getTransactionByHash'
  | 'eth_getTransactionCount'
  | 'eth_getTransactionReceipt'
  | 'web3_clientVersion'

export type MockMethod = keyof MockRpcSchema

/** A request that is served: its method and the parameters of that method. */
export type MockRequest = {
  [method in MockMethod]: MockRpcSchema[method]['Parameters'] extends readonly [
    unknown,
    ...unknown[],
  ]
    ? { method: method; params: Readonly<MockRpcSchema[method]['Parameters']> }
    : { method: method; params?: readonly [] | undefined }
}[MockMethod]

/** What a method answers, as it is on the wire. */
export type MockResult<method extends MockMethod> =
  MockRpcSchema[method]['ReturnType']

/**
 * `provider.request`: parameters and result follow from the method, and a
 * method that is not served does not compile.
 *
 * Its first signature cannot be called. It is there because the code under
 * test often asks for viem's `EIP1193Provider`, whose `request` takes every
 * method, and what is no part of a call (`this`) is no part of the comparison.
 */
export type MockRequestFn = {
  // biome-ignore lint/suspicious/noExplicitAny: comparable with any provider
  (this: NotServed, args: any, options?: any): Promise<any>
  <request extends MockRequest>(
    args: request,
  ): Promise<MockResult<request['method']>>
}

/** Named in the compiler's message about a request that is not served. */
type NotServed = 'Not served: answer this method with node.handle'

/** Methods whose parameters and result viem knows, served or not. */
export type KnownMethod = EIP1474Methods[number]['Method'] | MockMethod

/** What `handle` is told of a known method. */
export type KnownSignature<method extends KnownMethod> =
  method extends MockMethod
    ? MockRpcSchema[method]
    : Signature<EIP1474Methods[number], method>

type Entry = { Method: string; Parameters?: unknown; ReturnType: unknown }

type Signature<entries extends Entry, method extends string> =
  Extract<entries, { Method: method }> extends infer entry extends Entry
    ? {
        Parameters: ParametersOf<entry>
        ReturnType: entry['ReturnType']
      }
    : never

type ParametersOf<entry extends Entry> = entry extends {
  Parameters: infer parameters extends readonly unknown[]
}
  ? parameters
  : []
