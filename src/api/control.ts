import type { FetchFn } from '../doors/createFetch.js'

/** The node's verbs as JSON-RPC methods, for clients that cannot call them. */
export type Control = {
  /**
   * Answers control methods (`preseal_*` and those of viem's test client), and
   * passes every other request to `provider.request`.
   *
   * Faults and rate limits do not affect control methods, and
   * `node.answeredRequests` does not record them. `advance`, `nextBeat` and
   * `seal` move time under any clock.
   *
   * @example
   * const client = createTestClient({ mode: 'anvil', transport: custom(node.control) })
   * await client.setBalance({ address: alice, value: parseEther('1') })
   *
   * @throws ProviderRpcError (a rejection, never synchronously): -32602 for
   * wrong parameters, -32601 for an unknown control method, -32000 for an error
   * of the verb.
   */
  request(args: {
    readonly method: string
    readonly params?: readonly unknown[] | undefined
  }): Promise<unknown>

  /**
   * The same over HTTP, like `node.fetch`. It sends no CORS headers: a browser
   * lets no page of another origin read an answer or send a control method.
   *
   * @example
   * http('http://node.test', { fetchFn: node.control.fetch })
   */
  readonly fetch: FetchFn
}
