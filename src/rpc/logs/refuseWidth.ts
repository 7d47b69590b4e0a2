import { invalidParams, type RpcError } from '../answers/outcome.js'

/**
 * A range that is too wide, as in Optimism's proxyd, `rewriter.go`; what is
 * yet to come does not count.
 *
 * @param most - How many blocks it may span; undefined: any number.
 */
export function refuseWidth(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  head: bigint,
  most: number | undefined,
): RpcError | undefined {
  const last = to < head ? to : head
  return most !== undefined && last - from > BigInt(most)
    ? invalidParams(`block range greater than ${most} max`)
    : undefined
}
