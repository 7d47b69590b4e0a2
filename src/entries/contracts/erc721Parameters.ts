import type { Address } from 'viem'
import { numeral } from '../../base/hex/parse.js'
import { address } from '../../base/validation/address.js'
import { optional } from '../../base/validation/fields.js'
import * as values from '../../base/validation/values.js'

import { checkFields, entriesOf } from './checkFields.js'

export type Erc721Parameters = {
  address: Address
  symbol: string
  /** Default: the symbol */
  name?: string | undefined
  /** The prefix of `tokenURI` before the id; without it, the URI is empty. */
  baseUri?: string | undefined
  /** The owner of each token, by its id. */
  owners?: { readonly [tokenId: string]: Address } | undefined
  /**
   * The account that may `safeMint`. If given, the collection is Ownable and
   * ERC721Burnable.
   */
  owner?: Address | undefined
}

/** A number as a key, which is a text in JavaScript. */
const tokenId: values.Validator<string> = {
  check: (given) =>
    typeof given === 'string' &&
    numeral.test(given) &&
    BigInt(given) < 2n ** 256n
      ? { ok: true, value: given }
      : {
          ok: false,
          given: 'a key',
          expected: 'the id of a token, a whole number below 2^256',
        },
}

const fields = {
  address,
  symbol: values.text,
  name: optional(values.text, undefined),
  baseUri: optional(values.text, undefined),
  owners: optional(
    entriesOf(tokenId, address, 'an object of holders by token id'),
    undefined,
  ),
  owner: optional(address, undefined),
}

/** @throws InvalidParametersError naming every field that is wrong. */
export function checkErc721(collection: Erc721Parameters): void {
  checkFields('erc721', collection, fields)
}
