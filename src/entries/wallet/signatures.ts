import {
  hashMessage,
  hashTypedData,
  type TypedData,
} from '../../base/codec/messageHashes.js'
import { isWire } from '../../base/codec/wire.js'
import { isPresealError } from '../../base/errors/errors.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Result,
  refuse,
} from '../../base/hex/hex.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  address,
  authorized,
  endedBy,
  ignored,
  type MethodContext,
  malformed,
  message,
  method,
  type WalletMethods,
} from './context.js'
import { type Account, signatureBytes } from './keys/accounts.js'

const typedData: Parameter<TypedData> = {
  name: 'typedData',
  parse: parseTypedData,
}

/** Signatures beside transactions (EIP-191 and 712). */
export const signatureMethods = {
  personal_sign: method(
    [message, address, ignored],
    (args, context, params) => {
      const [text, from] = args
      return signMessage('personal_sign', text, from, context, params)
    },
  ),

  // As nodes have it, the other way round.
  eth_sign: method([address, message], (args, context, params) => {
    const [from, text] = args
    return signMessage('eth_sign', text, from, context, params)
  }),

  eth_signTypedData_v4: method(
    [address, typedData],
    async (args, context, params) => {
      const [from, data] = args
      const account = authorized(context, from)
      checkChain(data, context)
      const hash = hashOf(data)
      await context.confirm('eth_signTypedData_v4', params)
      return signatureOf(account, hash, context)
    },
  ),
} satisfies WalletMethods

async function signMessage(
  name: 'personal_sign' | 'eth_sign',
  text: Hex,
  from: Address,
  context: MethodContext,
  params: readonly unknown[],
): Promise<Hex> {
  const account = authorized(context, from)
  await context.confirm(name, params)
  return signatureOf(account, hashMessage(text), context)
}

function signatureOf(
  account: Account,
  hash: Hash,
  { session }: MethodContext,
): Hex {
  return (
    account.signHash?.(hash, session.node.chainId) ??
    signatureBytes(account.sign(hash))
  )
}

/** Some wallets sign only what is for the current chain. */
function checkChain(
  { domain }: TypedData,
  { session, profile }: MethodContext,
) {
  const { typedDataOfOtherChain: error } = profile
  const { chainId } = domain as { chainId?: unknown }
  if (error === undefined || chainId === undefined) return
  if (Number(chainId) !== session.node.chainId)
    throw endedBy(error, {
      code: -32602,
      message: 'The typed data is for the chain id {chainId}.',
      chainId: `${chainId}` as Hex,
    })
}

function hashOf(data: TypedData) {
  try {
    return hashTypedData(data)
  } catch (thrown) {
    if (!isPresealError(thrown, 'InvalidParametersError')) throw thrown
    throw malformed(2, 'typedData', thrown)
  }
}

/** An object, or its JSON as viem and ethers send it. */
function parseTypedData(given: unknown): Result<TypedData> {
  const expected =
    'typed data { types, primaryType, domain, message }, or its JSON'
  const data = typeof given === 'string' ? parseJson(given) : given
  if (!isWire(data)) return refuse(given, expected)
  const { types, primaryType, domain = {}, message = {} } = data
  if (!isTypes(types))
    return refuse(types, '"types" as lists of { name, type }')
  return typeof primaryType === 'string' && isWire(domain) && isWire(message)
    ? { ok: true, value: { types, primaryType, domain, message } }
    : refuse(given, expected)
}

function isTypes(given: unknown): given is TypedData['types'] {
  return (
    isWire(given) &&
    Object.values(given).every(
      (members) =>
        Array.isArray(members) &&
        members.every(
          (member) =>
            isWire(member) &&
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
