import type { TimelineRequest } from '../read/timeline.js'

/** A request, and the one by which its client went on when it failed. */
export type JoinedRequest = TimelineRequest & {
  readonly fallback?: TimelineRequest | undefined
}

/** How viem, wagmi and ethers go on when a method fails. */
const followers: { readonly [method: string]: string } = {
  eth_fillTransaction: 'eth_estimateGas',
  eth_getTransactionBySenderAndNonce: 'eth_getBlockByNumber',
  eth_maxPriorityFeePerGas: 'eth_gasPrice',
  eth_newBlockFilter: 'eth_blockNumber',
  eth_newFilter: 'eth_getLogs',
  eth_sendRawTransactionSync: 'eth_sendRawTransaction',
  eth_sendTransaction: 'wallet_sendTransaction',
  wallet_requestPermissions: 'eth_requestAccounts',
  wallet_sendCalls: 'eth_sendTransaction',
  wallet_switchEthereumChain: 'wallet_addEthereumChain',
}

/** How many answers may come between the two, of what else an application asks. */
const nearest = 8

/** One entry for a request that failed and for the one that took its place. */
export function joinFallbacks(
  requests: readonly TimelineRequest[],
): JoinedRequest[] {
  const taken = new Set<TimelineRequest>()
  return requests.flatMap((request, index): JoinedRequest[] => {
    if (taken.has(request)) return []
    const method = followers[`${request.method}`]
    if (request.failure === null || method === undefined) return [request]
    const fallback = requests
      .slice(index + 1, index + 1 + nearest)
      .find((next) => next.method === method && follows(next, request))
    if (fallback === undefined) return [request]
    taken.add(fallback)
    return [{ ...request, fallback }]
  })
}

function follows(next: TimelineRequest, failed: TimelineRequest): boolean {
  return next.via === failed.via && next.at >= failed.settledAt
}
