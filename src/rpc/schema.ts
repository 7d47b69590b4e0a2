import type { EIP1474Methods } from 'viem'
import type { SignatureOfViem } from './method/method.js'
import type { MethodSchema, ServedMethod } from './methods/methods.js'

/** The methods that preseal serves, in viem's form of a schema. */
export type MockRpcSchema = MethodSchema

/** A request for a served method, with its parameters. */
export type MockRequest = {
  [method in ServedMethod]: RequestOf<method>
}[ServedMethod]

type RequestOf<method extends ServedMethod> =
  MockRpcSchema[method]['Parameters'] extends readonly [unknown, ...unknown[]]
    ? { method: method; params: Readonly<MockRpcSchema[method]['Parameters']> }
    : { method: method; params?: readonly [] | undefined }

/** The result of a method, as sent over JSON-RPC. */
type MockResult<method extends ServedMethod> =
  MockRpcSchema[method]['ReturnType']

/**
 * The type of `provider.request`: parameters and result follow from the method,
 * and a method that preseal does not serve does not compile.
 *
 * The first signature cannot be called. It makes the provider assignable to
 * viem's `EIP1193Provider`, whose `request` accepts every method, since
 * TypeScript ignores `this` when it compares the two. The last signature
 * improves the compiler's message: if several signatures do not fit, TypeScript
 * reports the last one.
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
  <method extends ServedMethod | (string & {})>(
    args: Expected<method>,
  ): Promise<MockResult<ServedMethod>>
}

/** The request of a method; for an unserved method, a message that says so. */
export type Expected<method extends string> = method extends ServedMethod
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
type KnownMethod = EIP1474Methods[number]['Method'] | ServedMethod

/** Parameters and result of a known method, as `handle` types them. */
type KnownSignature<method extends KnownMethod> = method extends ServedMethod
  ? MockRpcSchema[method]
  : method extends PermissionMethod
    ? SignatureOfViem<method> extends {
        Parameters: infer parameters
        ReturnType: (infer permission)[]
      }
      ? { Parameters: parameters; ReturnType: Loosened<permission>[] }
      : never
    : SignatureOfViem<method>

/** Answers a method in place of the node; gets `params` as sent. */
export type Handler = (params: readonly unknown[], view: HandlerView) => unknown

/** The node, as a handler sees it. */
export type HandlerView = {
  /** ms since the node was created */
  readonly now: number
  /**
   * Returns a built-in answer, from the instant at which the handler was
   * called.
   *
   * @example
   * node.handle('eth_getBalance', (params, view) => {
   *   const balance = view.request({ method: 'eth_getBalance', params })
   *   return toHex(hexToBigInt(balance) + 1n)
   * })
   *
   * @throws ProviderRpcError with `code` and `data`, if the node would
   * answer with an error.
   */
  readonly request: <request extends MockRequest>(
    args: request,
  ) => MockResult<request['method']>
}

/** A handler whose parameters and result are typed if viem knows them. */
type HandlerOf<method extends string> = method extends KnownMethod
  ? (
      params: Readonly<KnownSignature<method>['Parameters']>,
      view: HandlerView,
    ) =>
      | KnownSignature<method>['ReturnType']
      | Promise<KnownSignature<method>['ReturnType']>
  : Handler

/**
 * The type of `node.handle`, which returns a function that removes the handler.
 */
export type HandleFn = <method extends KnownMethod | (string & {})>(
  method: method,
  answer: HandlerOf<method>,
) => () => void
