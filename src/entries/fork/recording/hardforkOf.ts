import type { ForkRecord } from '../../../index.js'

/** unix seconds at which Osaka begins, by chain id; no header shows it. */
const osaka: { readonly [chainId: number]: number } = {
  1: 1_764_798_551,
  11155111: 1_760_427_360,
  560048: 1_761_677_448,
}

/** The rules of a block, by the fields of its header; undefined: older ones. */
export function hardforkOf(
  chainId: number,
  block: { readonly [field: string]: unknown },
): ForkRecord['hardfork'] | undefined {
  const start = osaka[chainId]
  if (start !== undefined && Number(block.timestamp) >= start) return 'osaka'
  if (typeof block.requestsHash === 'string') return 'prague'
  return typeof block.parentBeaconBlockRoot === 'string' ? 'cancun' : undefined
}
