import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbi,
  size,
  slice,
} from 'viem'
import { annotate } from '../../base/words/words.js'
import type { NativeContract } from '../../index.js'
import { Reverted } from './context.js'
import { contract } from './contract.js'
import { hashText, signerOf, structHash, typedDataHash } from './signer.js'
import type { FunctionContext } from './types.js'

/** Where Permit2 stands on every chain that has it. */
export const permit2Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

const readAbi = () =>
  parseAbi([
    'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
    'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
    'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
    'struct TokenPermissions { address token; uint256 amount; }',
    'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
    'struct PermitBatchTransferFrom { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
    'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
    'struct AllowanceTransferDetails { address from; address to; uint160 amount; address token; }',
    'struct TokenSpenderPair { address token; address spender; }',
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    'function permit(address owner, PermitSingle permitSingle, bytes signature)',
    'function permit(address owner, PermitBatch permitBatch, bytes signature)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function transferFrom(AllowanceTransferDetails[] transferDetails)',
    'function lockdown(TokenSpenderPair[] approvals)',
    'function invalidateNonces(address token, address spender, uint48 newNonce)',
    'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
    'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
    'function permitTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes signature)',
    'function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'function permitWitnessTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
    'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
    'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
    'event Lockdown(address indexed owner, address token, address spender)',
    'event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce)',
    'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
    'error AllowanceExpired(uint256 deadline)',
    'error InsufficientAllowance(uint256 amount)',
    'error ExcessiveInvalidation()',
    'error InvalidAmount(uint256 maxAmount)',
    'error LengthMismatch()',
    'error SignatureExpired(uint256 signatureDeadline)',
    'error InvalidNonce()',
    'error InvalidSignatureLength()',
    'error InvalidSignature()',
    'error InvalidSigner()',
    'error InvalidContractSignature()',
  ])

type Context = FunctionContext<ReturnType<typeof readAbi>>
type Details = {
  readonly token: Address
  readonly amount: bigint
  readonly expiration: number
  readonly nonce: number
}
type Permit = {
  readonly details: Details | readonly Details[]
  readonly spender: Address
  readonly sigDeadline: bigint
}
type Permitted = { readonly token: Address; readonly amount: bigint }
type TransferPermit = {
  readonly permitted: Permitted | readonly Permitted[]
  readonly nonce: bigint
  readonly deadline: bigint
}
type Transfer = { readonly to: Address; readonly requestedAmount: bigint }
type Witness = { readonly hash: Hex; readonly types: string }

/** Its layout: a bitmap of nonces by owner and word, then the allowances. */
const bitmaps = 0
const allowances = 1

const maxAmount = 2n ** 160n - 1n
const maxExpiration = 2n ** 48n - 1n

/**
 * Uniswap's Permit2 at its address, with allowances, signed permits and signed
 * transfers, with or without a witness; the storage, events and errors are
 * those of the contract.
 *
 * @example
 * const node = createMockNode({
 *   contracts: [permit2(), erc20({ address: usdc, symbol: 'USDC' })],
 * })
 */
export function permit2(): NativeContract {
  const abi = readAbi()
  const made = contract({
    address: permit2Address,
    abi,
    functions: {
      DOMAIN_SEPARATOR: separator,
      allowance({ args: [owner, token, spender], state }) {
        const word = state.get(allowances, owner, token, spender)
        const { amount, expiration, nonce } = unpack(word)
        return [amount, Number(expiration), Number(nonce)]
      },
      approve(context) {
        const { args, message, state, block, emit } = context
        const [token, spender, amount, expiration] = args
        const slot = [allowances, message.from, token, spender] as const
        const { nonce } = unpack(state.get(...slot))
        const until = BigInt(expiration) || block.timestamp
        state.set(slot, pack({ amount, expiration: until, nonce }))
        emit('Approval', [message.from, token, spender, amount, expiration])
      },
      permit(context) {
        const [owner, permit, signature] = context.args
        applyPermit(context as Context, owner, permit as Permit, signature)
      },
      transferFrom(context) {
        const { args } = context
        if (args.length === 1)
          for (const { from, to, amount, token } of args[0])
            transfer(context as Context, from, to, amount, token)
        else transfer(context as Context, ...args)
      },
      lockdown({ args: [pairs], message, state, emit }) {
        for (const { token, spender } of pairs) {
          const slot = [allowances, message.from, token, spender] as const
          state.set(slot, pack({ ...unpack(state.get(...slot)), amount: 0n }))
          emit('Lockdown', [message.from, token, spender])
        }
      },
      invalidateNonces({ args, message, state, emit, revert }) {
        const [token, spender, given] = args
        const slot = [allowances, message.from, token, spender] as const
        const old = unpack(state.get(...slot))
        const nonce = BigInt(given)
        if (nonce <= old.nonce) revert('InvalidNonce')
        if (nonce - old.nonce > 2n ** 16n - 1n) revert('ExcessiveInvalidation')
        state.set(slot, pack({ ...old, nonce }))
        emit('NonceInvalidation', [
          message.from,
          token,
          spender,
          given,
          Number(old.nonce),
        ])
      },
      nonceBitmap: ({ args: [owner, word], state }) =>
        state.get(bitmaps, owner, word),
      invalidateUnorderedNonces({ args: [word, mask], message, state, emit }) {
        const slot = [bitmaps, message.from, word] as const
        state.set(slot, state.get(...slot) | mask)
        emit('UnorderedNonceInvalidation', [message.from, word, mask])
      },
      permitTransferFrom(context) {
        const [permit, transfers, owner, signature] =
          context.args as unknown as [
            TransferPermit,
            Transfer | readonly Transfer[],
            Address,
            Hex,
          ]
        transferSigned(context as Context, permit, transfers, owner, signature)
      },
      permitWitnessTransferFrom(context) {
        const [permit, transfers, owner, hash, types, signature] =
          context.args as unknown as [
            TransferPermit,
            Transfer | readonly Transfer[],
            Address,
            Hex,
            string,
            Hex,
          ]
        transferSigned(
          context as Context,
          permit,
          transfers,
          owner,
          signature,
          {
            hash,
            types,
          },
        )
      },
    },
  })
  annotate(made.native, { names: { [permit2Address]: 'Permit2' } })
  return made
}

type Allowance = {
  readonly amount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
}

function unpack(word: bigint): Allowance {
  return {
    amount: word & maxAmount,
    expiration: (word >> 160n) & maxExpiration,
    nonce: word >> 208n,
  }
}

function pack({ amount, expiration, nonce }: Allowance): bigint {
  return amount | (expiration << 160n) | (nonce << 208n)
}

const separator = (context: unknown) => domainOf(context as Context)

function domainOf({ block, message }: Context): Hex {
  return structHash(
    'EIP712Domain(string name,uint256 chainId,address verifyingContract)',
    'bytes32, uint256, address',
    [hashText('Permit2'), block.chainId, message.to],
  )
}

const detailsType =
  'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissionsType = 'TokenPermissions(address token,uint256 amount)'

function applyPermit(
  context: Context,
  owner: Address,
  { details, spender, sigDeadline }: Permit,
  signature: Hex,
): void {
  const { state, block, emit, revert } = context
  if (block.timestamp > sigDeadline) revert('SignatureExpired', [sigDeadline])
  const isBatch = Array.isArray(details)
  const all: readonly Details[] = isBatch ? details : [details as Details]
  const hashes = all.map(({ token, amount, expiration, nonce }) =>
    structHash(detailsType, 'address, uint160, uint48, uint48', [
      token,
      amount,
      expiration,
      nonce,
    ]),
  )
  const type = isBatch
    ? `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${detailsType}`
    : `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${detailsType}`
  const struct = structHash(type, 'bytes32, address, uint256', [
    isBatch ? keccak256(concat(hashes)) : hashes[0],
    spender,
    sigDeadline,
  ])
  verify(context, owner, struct, signature)
  for (const { token, amount, expiration, nonce } of all) {
    const slot = [allowances, owner, token, spender] as const
    if (unpack(state.get(...slot)).nonce !== BigInt(nonce))
      revert('InvalidNonce')
    const until = BigInt(expiration) || block.timestamp
    const next = BigInt.asUintN(48, BigInt(nonce) + 1n)
    state.set(slot, pack({ amount, expiration: until, nonce: next }))
    emit('Permit', [owner, token, spender, amount, expiration, nonce])
  }
}

/** Of the caller's allowance; the greatest amount stays. */
function transfer(
  context: Context,
  from: Address,
  to: Address,
  amount: bigint,
  token: Address,
): void {
  const { message, state, block, revert } = context
  const slot = [allowances, from, token, message.from] as const
  const allowance = unpack(state.get(...slot))
  if (block.timestamp > allowance.expiration)
    revert('AllowanceExpired', [allowance.expiration])
  if (allowance.amount !== maxAmount) {
    if (amount > allowance.amount)
      revert('InsufficientAllowance', [allowance.amount])
    state.set(slot, pack({ ...allowance, amount: allowance.amount - amount }))
  }
  move(context, token, from, to, amount)
}

function transferSigned(
  context: Context,
  { permitted, nonce, deadline }: TransferPermit,
  transfers: Transfer | readonly Transfer[],
  owner: Address,
  signature: Hex,
  witness?: Witness,
): void {
  const { block, message, state, revert } = context
  const isBatch = Array.isArray(permitted)
  const all: readonly Permitted[] = isBatch
    ? permitted
    : [permitted as Permitted]
  const asked = Array.isArray(transfers) ? transfers : [transfers as Transfer]
  if (block.timestamp > deadline) revert('SignatureExpired', [deadline])
  if (asked.length !== all.length) revert('LengthMismatch')
  if (!isBatch) checkAmount(context, all[0] as Permitted, asked[0])

  const slot = [bitmaps, owner, nonce >> 8n] as const
  const bit = 1n << (nonce & 255n)
  const used = state.get(...slot)
  if ((used & bit) !== 0n) revert('InvalidNonce')
  state.set(slot, used | bit)

  const hashes = all.map(({ token, amount }) =>
    structHash(permissionsType, 'address, uint256', [token, amount]),
  )
  const name = `Permit${isBatch ? 'Batch' : ''}${witness ? 'Witness' : ''}TransferFrom`
  const list = isBatch ? 'TokenPermissions[]' : 'TokenPermissions'
  const type = `${name}(${list} permitted,address spender,uint256 nonce,uint256 deadline`
  const struct = structHash(
    witness ? `${type},${witness.types}` : `${type})${permissionsType}`,
    `bytes32, address, uint256, uint256${witness ? ', bytes32' : ''}`,
    [
      isBatch ? keccak256(concat(hashes)) : hashes[0],
      message.from,
      nonce,
      deadline,
      ...(witness ? [witness.hash] : []),
    ],
  )
  verify(context, owner, struct, signature)
  for (const [index, one] of all.entries()) {
    const { to, requestedAmount } = asked[index] as Transfer
    checkAmount(context, one, asked[index])
    // A batch may leave a token out.
    if (!isBatch || requestedAmount !== 0n)
      move(context, one.token, owner, to, requestedAmount)
  }
}

function checkAmount(
  { revert }: Context,
  { amount }: Permitted,
  asked: Transfer | undefined,
): void {
  if (asked !== undefined && asked.requestedAmount > amount)
    revert('InvalidAmount', [amount])
}

const tokenAbi = parseAbi([
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
])

/** Nothing returned is a success, as for a token without a return value. */
function move(
  { call, revert }: Context,
  token: Address,
  from: Address,
  to: Address,
  amount: bigint,
): void {
  const data = encodeFunctionData({ abi: tokenAbi, args: [from, to, amount] })
  const { status, output } = call({ to: token, data })
  const isTrue = output === '0x' || BigInt(slice(output, 0, 32)) === 1n
  if (status !== 'success' || !isTrue) revert('TRANSFER_FROM_FAILED')
}

const validSignature = '0x1626ba7e'
const contractAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/** Of an account by its key, of a contract by EIP-1271. */
function verify(
  context: Context,
  owner: Address,
  struct: Hex,
  signature: Hex,
): void {
  const { state, call, revert } = context
  const hash = typedDataHash(domainOf(context), struct)
  if (state.code(owner) !== '0x') {
    const { status, output } = call({
      to: owner,
      data: encodeFunctionData({ abi: contractAbi, args: [hash, signature] }),
      isStatic: true,
    })
    if (status !== 'success') throw new Reverted(output)
    if (output.slice(0, 10) !== validSignature)
      revert('InvalidContractSignature')
    return
  }
  const length = size(signature)
  if (length !== 65 && length !== 64) revert('InvalidSignatureLength')
  const r = BigInt(slice(signature, 0, 32))
  const second = BigInt(slice(signature, 32, 64))
  // EIP-2098 keeps the parity in the highest bit of s.
  const [s, v] =
    length === 65
      ? [second, BigInt(hexToBytes(signature)[64] ?? 0)]
      : [second & (2n ** 255n - 1n), 27n + (second >> 255n)]
  const signer = signerOf(hash, { r, s, v })
  if (signer === undefined) revert('InvalidSignature')
  if (signer !== owner) revert('InvalidSigner')
}
