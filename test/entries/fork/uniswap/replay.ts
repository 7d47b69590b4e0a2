import type { createMockNode } from 'preseal'

type Node = ReturnType<typeof createMockNode>

/** Sends signed transactions, each into a block of its own. */
export async function replay(
  { provider, nextBlock }: Node,
  raw: readonly string[],
): Promise<unknown[]> {
  const receipts: unknown[] = []
  for (const one of raw) {
    const hash = await provider.request({
      method: 'eth_sendRawTransaction',
      params: [one as `0x${string}`],
    })
    nextBlock()
    receipts.push(
      await provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      }),
    )
  }
  return receipts
}
