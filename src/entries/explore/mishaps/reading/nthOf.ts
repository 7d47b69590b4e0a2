import { ordinal } from './ordinal.js'

/** Names one read of a series: "the 3rd read of balanceOf at USDC". */
export function nthOf(
  { length }: { readonly length: number },
  index: number,
  read: string,
): string {
  if (length === 1) return read
  return `the ${ordinal(index + 1)} ${read.replace(/^the /, '')}`
}
