import type { FetchFn } from '../doors/createFetch.js'

/** The node's verbs as JSON-RPC methods, for whoever cannot call them. */
export type Control = {
  /**
   * Answers control verbs, `preseal_*` and those of viem's test client, and
   * hands every other request to the node as `provider.request` would.
   *
   * No fault and no rate hits a control verb, and `node.answeredRequests` does not
   * record it. `advance`, `nextBeat` and `seal` move time under any clock.
   *
   * @example
   * const client = createTestClient({ mode: 'anvil', transport: custom(node.control) })
   * await client.setBalance({ address: alice, value: parseEther('1') })
   *
   * @throws ProviderRpcError (a rejection, never synchronously): -32602 for
   * parameters, -32601 for an unknown control method, -32000 for what the verb
   * throws.
   */
  request(args: {
    readonly method: string
    readonly params?: readonly unknown[] | undefined
  }): Promise<unknown>

  /**
   * The same over HTTP, as `node.fetch` answers it. It grants nothing to the
   * pages of other origins: a browser lets no page read an answer, nor send a
   * control verb.
   *
   * @example
   * http('http://node.test', { fetchFn: node.control.fetch })
   */
  readonly fetch: FetchFn
}
