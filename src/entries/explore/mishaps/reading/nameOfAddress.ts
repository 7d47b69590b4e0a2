import { short } from '../../../../base/words/words.js'

/** Its address on nearly every chain. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

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
  return known?.[1] ?? (lower === multicall3 ? 'Multicall3' : short(lower))
}
