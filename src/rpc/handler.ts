import type {
  KnownMethod,
  KnownSignature,
  MockRequest,
  MockResult,
} from './schema.js'

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
