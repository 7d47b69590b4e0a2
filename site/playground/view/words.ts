import { formatEther } from 'viem/utils'

/** An amount of wei in ETH, as short as it can be read. */
export function eth(wei: bigint): string {
  return formatEther(wei).replace(/(\.\d{4})\d+$/, '$1…')
}

/** An instant, such as `1,200 ms`. */
export function ms(at: number): string {
  return `${at.toLocaleString('en')} ms`
}

/** How often something happened. */
export function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}
