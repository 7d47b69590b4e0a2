import type { createMockNode } from 'preseal'

type Node = ReturnType<typeof createMockNode>

export type Receipt = {
  readonly [field: string]: unknown
  readonly logs: readonly { readonly [field: string]: unknown }[]
}

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

/**
 * A receipt without hashes of blocks, as nobody knows state roots above a fork,
 * and without what not all nodes say.
 */
export function outcomeOf({
  blockHash: _,
  blockTimestamp: _1,
  blobGasPrice: _2,
  ...receipt
}: Receipt) {
  const logs = receipt.logs.map(
    ({ blockHash: _3, blockTimestamp: _4, ...log }) => log,
  )
  return { ...receipt, logs }
}
