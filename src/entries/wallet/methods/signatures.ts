import { UnreadableFieldError } from '../../../base/codec/wire.js'
import type { Address, Hex } from '../../../base/hex/hex.js'
import { type Parsed, refuse } from '../../../base/hex/parse.js'
import type { Parameter } from '../../../rpc/method/params.js'
import { signatureBytes } from '../keys/account.js'
import { hashMessage } from '../keys/hashMessage.js'
import { hashTypedData, type TypedData } from '../keys/hashTypedData.js'
import { malformed } from '../session/ended.js'
import { method, type Using, type WalletMethods } from '../session/method.js'
import {
  address,
  authorized,
  ignored,
  isObject,
  message,
} from '../session/parameters.js'

const typedData: Parameter<TypedData> = {
  name: 'typedData',
  parse: parseTypedData,
}

/** Signatures beside transactions (EIP-191 and 712). */
export const signatureMethods = {
  personal_sign: method([message, address, ignored], (args, using, params) => {
    const [text, from] = args
    return signMessage('personal_sign', text, from, using, params)
  }),

  // As nodes have it, the other way round.
  eth_sign: method([address, message], (args, using, params) => {
    const [from, text] = args
    return signMessage('eth_sign', text, from, using, params)
  }),

  eth_signTypedData_v4: method(
    [address, typedData],
    async (args, using, params) => {
      const [from, data] = args
      const account = authorized(using, from)
      const hash = hashOf(data)
      await using.confirm('eth_signTypedData_v4', params)
      return signatureBytes(account.sign(hash))
    },
  ),
} satisfies WalletMethods

async function signMessage(
  name: 'personal_sign' | 'eth_sign',
  text: Hex,
  from: Address,
  using: Using,
  params: readonly unknown[],
): Promise<Hex> {
  const account = authorized(using, from)
  await using.confirm(name, params)
  return signatureBytes(account.sign(hashMessage(text)))
}

function hashOf(data: TypedData) {
  try {
    return hashTypedData(data)
  } catch (thrown) {
    if (!(thrown instanceof UnreadableFieldError)) throw thrown
    throw malformed(2, 'typedData', thrown)
  }
}

/** An object, or its JSON as viem and ethers send it. */
function parseTypedData(given: unknown): Parsed<TypedData> {
  const expected =
    'typed data { types, primaryType, domain, message }, or its JSON'
  const data = typeof given === 'string' ? parseJson(given) : given
  if (!isObject(data)) return refuse(given, expected)
  const { types, primaryType, domain = {}, message = {} } = data
  if (!isTypes(types))
    return refuse(types, '"types" as lists of { name, type }')
  return typeof primaryType === 'string' &&
    isObject(domain) &&
    isObject(message)
    ? { ok: true, value: { types, primaryType, domain, message } }
    : refuse(given, expected)
}

function isTypes(given: unknown): given is TypedData['types'] {
  return (
    isObject(given) &&
    Object.values(given).every(
      (members) =>
        Array.isArray(members) &&
        members.every(
          (member) =>
            isObject(member) &&
            typeof member.name === 'string' &&
            typeof member.type === 'string',
        ),
    )
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
