import type { MockNode } from 'preseal'

export type Thirdweb = {
  createThirdwebClient(options: { clientId: string; config: object }): object
  defineChain(options: { id: number; rpc: string }): object
  waitForReceipt(options: object): Promise<{ status: string }>
}

// Its caches live at the top of its modules, by the id of a chain.
let opened = 0

/** A client, and a chain of its own whose URL the node answers. */
export function openThirdweb(
  { createThirdwebClient, defineChain }: Thirdweb,
  { fetch }: MockNode,
) {
  globalThis.fetch = fetch as typeof globalThis.fetch
  return {
    client: createThirdwebClient({ clientId: 'wild', config: {} }),
    chain: defineChain({ id: 1_000_000 + opened++, rpc: 'http://node.test' }),
  }
}
