import { keccak256 } from '../hash/keccak256.js'
import { display } from '../hex/display.js'
import { type Address, toHex } from '../hex/hex.js'
import { parseAddress, patterns } from '../hex/parse.js'
import type { Judge } from './values.js'

/** Lower-case; an account object is refused with advice. */
export const address: Judge<Address> = {
  json: { type: 'string', pattern: patterns.address.any.source },
  check(given) {
    const parsed = parseAddress(given)
    if (parsed.ok && hasChecksum(given as string, parsed.value)) return parsed
    if (parsed.ok)
      return {
        ok: false,
        given: display(given),
        expected:
          'an address whose upper and lower case is that of its checksum',
        advice:
          'Is it mistyped? Copy it again. In lower case it is not checked.',
      }
    if (typeof given === 'object')
      return { ...parsed, advice: 'Write the "address" of the account.' }
    return typeof given === 'string' && given.includes('.')
      ? { ...parsed, advice: 'Names are not resolved: write the address.' }
      : parsed
  },
}

/** EIP-55, of which letters of one case say nothing. */
function hasChecksum(given: string, lower: Address): boolean {
  const digits = given.slice(2)
  if (given === lower || digits === digits.toUpperCase()) return true
  const text = lower.slice(2)
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
  const hash = toHex(keccak256(bytes)).slice(2)
  return [...digits].every(
    (digit, at) =>
      digit ===
      ((hash[at] as string) < '8' ? text.charAt(at) : digit.toUpperCase()),
  )
}
