import { multicall3Address } from '../../../../base/hex/addresses.js'
import { short } from '../../../../base/words/words.js'

/** As the test, the wallet or a token calls it; else its ends. */
export function nameOfAddress(
  address: unknown,
  names: { readonly [address: string]: string } = {},
): string {
  if (typeof address !== 'string') return 'no contract'
  const lower = address.toLowerCase()
  const known = Object.entries(names).find(
    ([other]) => other.toLowerCase() === lower,
  )
  return (
    known?.[1] ?? (lower === multicall3Address ? 'Multicall3' : short(lower))
  )
}
