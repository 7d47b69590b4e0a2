import { keccak256 } from '../hash/keccak256.js'
import { display } from '../hex/display.js'
import { type Address, toBytes, toHex } from '../hex/hex.js'
import { parseAddress, patterns } from '../hex/parse.js'
import { encodeText } from '../hex/text.js'
import type { Validator } from './values.js'

/** Lower-case; an account object is refused with advice. */
export const address: Validator<Address> = {
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

/** Letters of one case say nothing. */
function hasChecksum(given: string, lower: Address): boolean {
  const digits = given.slice(2)
  return (
    given === lower ||
    digits === digits.toUpperCase() ||
    given === checksum(lower)
  )
}

/** An address as people read it: its capitals are a checksum (EIP-55). */
export function checksum(address: Address): Address {
  const digits = address.slice(2)
  const hash = toHex(keccak256(toBytes(encodeText(digits)))).slice(2)
  const written = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] as string, 16) > 7
      ? digit.toUpperCase()
      : digit,
  )
  return `0x${written.join('')}`
}
