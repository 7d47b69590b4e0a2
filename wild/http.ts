import type { Body, Invariant } from 'preseal/explore'
import type { Viem } from './viem.js'

/**
 * Reads block numbers and a gas price at the same time, each second, over HTTP;
 * shows what the newest two reads came to.
 */
export function readBlocksOverHttp(
  { createPublicClient, http }: Viem,
  laws: readonly Invariant[],
): Body {
  return ({ node, watch }) => {
    const client = createPublicClient({
      chain: node.chain,
      transport: http('http://node.test', {
        retryCount: 3,
        fetchFn: node.fetch as typeof fetch,
      }),
    })
    let shown = 'nothing'
    watch('reads', () => shown, laws)
    const said = async (read: Promise<bigint>) =>
      read.then(
        (value) => typeof value,
        (error) => `${error.details ?? error.message}`,
      )
    setInterval(async () => {
      const reads = [
        client.getBlockNumber({ cacheTime: 0 }),
        client.getGasPrice(),
      ].map(said)
      shown = (await Promise.all(reads)).join(', ')
    }, 1_000)
  }
}
