import {
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  string,
  toDigits,
  tuple,
  uint256,
  type ValuesOf,
} from '../../../base/abi/abi.js'
import { selectorOf, topicOf } from '../../../base/abi/selector.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Address,
  delegateOf,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toWord,
  zeroAddress,
} from '../../../base/hex/hex.js'
import { encodeText } from '../../../base/hex/text.js'
import type { Native, NativeFrame } from '../../engine.js'
import {
  builtInContract,
  builtInFunction,
  type Outcome,
  revertWith,
  succeed,
} from '../functions/nativeContract.js'
import { type entryPoints, packedOperation } from './accountContract.js'

export type EntryPointVersion = keyof typeof entryPoints

/** ERC-4337's user operation as entry points take it, since 0.7. */
export type Packed = {
  readonly sender: Address
  readonly nonce: bigint
  readonly initCode: Hex
  readonly callData: Hex
  readonly accountGasLimits: Hash
  readonly preVerificationGas: bigint
  readonly gasFees: Hash
  readonly paymasterAndData: Hex
  readonly signature: Hex
}

type PackedValues = ValuesOf<[typeof packedOperation]>[0]

function toPacked(values: PackedValues): Packed {
  const [sender, nonce, initCode, callData, accountGasLimits] = values
  const [, , , , , preVerificationGas, gasFees, paymasterAndData, signature] =
    values
  return {
    sender,
    nonce,
    initCode,
    callData,
    accountGasLimits,
    preVerificationGas,
    gasFees,
    paymasterAndData,
    signature,
  }
}

export function toValues(packed: Packed): PackedValues {
  return [
    packed.sender,
    packed.nonce,
    packed.initCode,
    packed.callData,
    packed.accountGasLimits,
    packed.preVerificationGas,
    packed.gasFees,
    packed.paymasterAndData,
    packed.signature,
  ]
}

/** The two numbers of 16 bytes in a word. */
function halves(word: Hash): [high: bigint, low: bigint] {
  return [BigInt(word.slice(0, 34)), BigInt(`0x${word.slice(34)}`)]
}

function isDelegated(initCode: Hex): boolean {
  return /^0x7702(?:0{36}|$)/.test(initCode.slice(0, 42))
}

/** Whether a factory makes the sender. */
export function isCreating(initCode: Hex): boolean {
  return initCode.length > 2 && !isDelegated(initCode)
}

const hashOf = (hex: Hex) => toHex(keccak256(toBytes(hex)))
const textHash = (text: string) => hashOf(encodeText(text))

const operationType =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)'
const domainType =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const paymasterSignature = '22e325a297439656'

/**
 * What is signed of an operation: until 0.7 by its own encoding, since 0.8 as
 * typed data.
 *
 * @param delegate - The code that a delegated sender runs (EIP-7702).
 */
export function hashOperation(
  version: EntryPointVersion,
  packed: Packed,
  entryPoint: Address,
  chainId: bigint,
  delegate: Address | undefined,
): Hash {
  const { initCode, paymasterAndData } = packed
  const init =
    isDelegated(initCode) && delegate !== undefined && version !== '0.7'
      ? (`${delegate}${initCode.slice(42)}` as Hex)
      : initCode
  const fields = tuple(
    ...[address, uint256, bytes32, bytes32, bytes32, uint256, bytes32, bytes32],
  ).encode([
    packed.sender,
    packed.nonce,
    hashOf(init),
    hashOf(packed.callData),
    packed.accountGasLimits,
    packed.preVerificationGas,
    packed.gasFees,
    hashOf(unsigned(version, paymasterAndData)),
  ])
  if (version === '0.7')
    return hashOf(
      `0x${tuple(bytes32, address, uint256).encode([hashOf(`0x${fields}`), entryPoint, chainId])}`,
    )
  const domain = hashOf(
    `0x${tuple(bytes32, bytes32, bytes32, uint256, address).encode([
      textHash(domainType),
      textHash('ERC4337'),
      textHash('1'),
      chainId,
      entryPoint,
    ])}`,
  )
  const struct = hashOf(`0x${textHash(operationType).slice(2)}${fields}`)
  return hashOf(`0x1901${domain.slice(2)}${struct.slice(2)}`)
}

/** Since 0.9, the paymaster's signature is not part of what is signed. */
function unsigned(version: EntryPointVersion, data: Hex): Hex {
  if (version !== '0.9' || !data.endsWith(paymasterSignature)) return data
  const end = data.length - paymasterSignature.length
  const length = 2 * Number.parseInt(data.slice(end - 4, end), 16)
  return `${data.slice(0, end - 4 - length) as Hex}${paymasterSignature}`
}

const uint192 = { ...uint256, name: 'uint192' }
const deposits = toWord(0n)
const nonces = toWord(1n)

export function depositSlot(of: Address): Hash {
  return slotIn(deposits, address.encode(of))
}

function slotIn(mapping: Hash, key: string): Hash {
  return hashOf(`0x${key}${mapping.slice(2)}`)
}

function nonceSlot(sender: Address, key: bigint): Hash {
  return slotIn(slotIn(nonces, address.encode(sender)), toDigits(key))
}

const failedOp = revertWith('FailedOp', [uint256, string])
const failedOpWithRevert = revertWith('FailedOpWithRevert', [
  uint256,
  string,
  bytes,
])
const senderAddress = revertWith('SenderAddressResult', [address])
const reason = revertWith('Error', [string])
const done = succeed('')

/** What the entry point itself takes for each operation. */
const overhead = 30_000n
const executeUserOp =
  `0x${selectorOf(`executeUserOp(${packedOperation.name},bytes32)`)}` as const
const longestReason = 2 + 2 * 2_048

type Validated = {
  readonly operation: Packed
  readonly hash: Hash
  readonly prefund: bigint
  readonly payer: Address
  readonly paymaster: Address
  readonly context: Hex
  readonly used: bigint
}

/** The entry point of a version of ERC-4337, as a native contract. */
export function entryPoint(version: EntryPointVersion): Native {
  const hashIn = (frame: NativeFrame, packed: Packed) =>
    hashOperation(
      version,
      packed,
      frame.address,
      frame.environment.chainId,
      delegateOf(frame.state.code(packed.sender)),
    )

  return builtInContract(
    () => [
      builtInFunction('getNonce', [address, uint192], (frame, sender, key) =>
        succeed(uint256.encode((key << 64n) | nonceAt(frame, sender, key))),
      ),
      builtInFunction('getUserOpHash', [packedOperation], (frame, values) =>
        succeed(bytes32.encode(hashIn(frame, toPacked(values)))),
      ),
      builtInFunction('balanceOf', [address], (frame, of) =>
        succeed(uint256.encode(depositOf(frame, of))),
      ),
      builtInFunction('getDepositInfo', [address], (frame, of) =>
        succeed(
          tuple(uint256, bool, uint256, uint256, uint256).encode([
            depositOf(frame, of),
            false,
            0n,
            0n,
            0n,
          ]),
        ),
      ),
      builtInFunction(
        'depositTo',
        [address],
        (frame, to) => addDeposit(frame, to, frame.value),
        true,
      ),
      builtInFunction('withdrawTo', [address, uint256], (frame, to, amount) => {
        const held = depositOf(frame, frame.caller)
        if (held < amount) return reason(['Withdraw amount too large'])
        setDeposit(frame, frame.caller, held - amount)
        const { status } = frame.call({ to, value: amount })
        return status === 'success' ? done : reason(['failed to withdraw'])
      }),
      builtInFunction('getSenderAddress', [bytes], (frame, initCode) =>
        senderAddress([createSender(frame, initCode) ?? zeroAddress]),
      ),
      builtInFunction(
        'handleOps',
        [arrayOf(packedOperation), address],
        (frame, list, beneficiary) =>
          handleAll(frame, list.map(toPacked), beneficiary),
      ),
    ],
    // Ether that is sent to it is the sender's deposit.
    (frame) =>
      frame.input === '0x'
        ? addDeposit(frame, frame.caller, frame.value)
        : { status: 'reverted', output: '0x' },
  )

  function handleAll(
    frame: NativeFrame,
    operations: readonly Packed[],
    beneficiary: Address,
  ): Outcome {
    const validated: Validated[] = []
    for (const [index, operation] of operations.entries()) {
      const outcome = validate(frame, index, operation)
      if ('status' in outcome) return outcome
      validated.push(outcome)
    }
    frame.emit([topicOf('BeforeExecution()')], '0x')
    let collected = 0n
    for (const one of validated) collected += execute(frame, one)
    if (beneficiary !== zeroAddress)
      frame.call({ to: beneficiary, value: collected })
    return done
  }

  function validate(
    frame: NativeFrame,
    index: number,
    operation: Packed,
  ): Validated | Outcome {
    const fail = (text: string) => failedOp([BigInt(index), text])
    const { sender, initCode, paymasterAndData } = operation
    const [verificationGas, callGas] = halves(operation.accountGasLimits)
    const hasPaymaster = paymasterAndData.length >= 106
    const paymaster = hasPaymaster
      ? (paymasterAndData.slice(0, 42) as Address)
      : zeroAddress
    const [paymasterGas, postOpGas] = hasPaymaster
      ? halves(`0x${paymasterAndData.slice(42, 106)}`)
      : [0n, 0n]
    const limit =
      verificationGas +
      callGas +
      operation.preVerificationGas +
      paymasterGas +
      postOpGas
    const [, maxFeePerGas] = halves(operation.gasFees)
    const prefund = limit * maxFeePerGas
    let used = operation.preVerificationGas + overhead

    if (isCreating(initCode)) {
      if (frame.state.code(sender) !== '0x')
        return fail('AA10 sender already constructed')
      const created = createSender(frame, initCode)
      if (created === undefined) return fail('AA13 initCode failed or OOG')
      if (created !== sender) return fail('AA14 initCode must return sender')
      if (frame.state.code(sender) === '0x')
        return fail('AA15 initCode must create sender')
      frame.emit(
        [
          topicOf('AccountDeployed(bytes32,address,address,address)'),
          hashIn(frame, operation),
          `0x${address.encode(sender)}`,
        ],
        `0x${tuple(address, address).encode([initCode.slice(0, 42) as Address, paymaster])}`,
      )
    }
    if (frame.state.code(sender) === '0x')
      return fail('AA20 account not deployed')
    const signed = hashIn(frame, operation)
    const held = depositOf(frame, sender)
    const missing = hasPaymaster || held >= prefund ? 0n : prefund - held
    const validation = frame.call({
      to: sender,
      gas: verificationGas,
      input: `0x${selectorOf(`validateUserOp(${packedOperation.name},bytes32,uint256)`)}${tuple(packedOperation, bytes32, uint256).encode([toValues(operation), signed, missing])}`,
    })
    used += validation.gasUsed
    if (validation.status === 'reverted')
      return failedOpWithRevert([
        BigInt(index),
        'AA23 reverted',
        validation.output,
      ])
    const wrong = judge(frame, validation.output, 'AA24', 'AA22')
    if (wrong !== undefined) return fail(wrong)
    if (!hasPaymaster) {
      const deposit = depositOf(frame, sender)
      if (deposit < prefund) return fail("AA21 didn't pay prefund")
      setDeposit(frame, sender, deposit - prefund)
    }
    if (!takeNonce(frame, operation)) return fail('AA25 invalid account nonce')
    let context: Hex = '0x'
    if (hasPaymaster) {
      const deposit = depositOf(frame, paymaster)
      if (frame.state.code(paymaster) === '0x')
        return fail('AA30 paymaster not deployed')
      if (deposit < prefund) return fail('AA31 paymaster deposit too low')
      setDeposit(frame, paymaster, deposit - prefund)
      const agreed = frame.call({
        to: paymaster,
        gas: paymasterGas,
        input: `0x${selectorOf(`validatePaymasterUserOp(${packedOperation.name},bytes32,uint256)`)}${tuple(packedOperation, bytes32, uint256).encode([toValues(operation), signed, prefund])}`,
      })
      used += agreed.gasUsed
      if (agreed.status === 'reverted')
        return failedOpWithRevert([
          BigInt(index),
          'AA33 reverted',
          agreed.output,
        ])
      const [given, data] = tuple(bytes, uint256).decode(agreed.output, 2)
      context = given
      const refused = judge(frame, `0x${toDigits(data)}`, 'AA34', 'AA32')
      if (refused !== undefined) return fail(refused)
    }
    const payer = hasPaymaster ? paymaster : sender
    return { operation, hash: signed, prefund, payer, paymaster, context, used }
  }

  /** Pays from what was set aside; returns the cost. */
  function execute(frame: NativeFrame, validated: Validated): bigint {
    const { operation, hash, prefund, payer, paymaster, context } = validated
    const { sender, nonce, callData, accountGasLimits } = operation
    const [, callGas] = halves(accountGasLimits)
    const executed =
      callData === '0x'
        ? { status: 'success' as const, output: '0x' as Hex, gasUsed: 0n }
        : frame.call({
            to: sender,
            gas: callGas,
            input: callData.startsWith(executeUserOp)
              ? `${executeUserOp}${tuple(packedOperation, bytes32).encode([toValues(operation), hash])}`
              : callData,
          })
    const isDone = executed.status === 'success'
    if (!isDone && executed.output !== '0x')
      frame.emit(
        [
          topicOf('UserOperationRevertReason(bytes32,address,uint256,bytes)'),
          hash,
          `0x${address.encode(sender)}`,
        ],
        `0x${tuple(uint256, bytes).encode([nonce, executed.output.slice(0, longestReason) as Hex])}`,
      )
    const [tip, most] = halves(operation.gasFees)
    const { baseFeePerGas } = frame.environment
    const price = tip + baseFeePerGas < most ? tip + baseFeePerGas : most
    let used = validated.used + executed.gasUsed
    if (context !== '0x') {
      const mode = isDone ? 0n : 1n
      used += frame.call({
        to: paymaster,
        input: `0x${selectorOf('postOp(uint8,bytes,uint256,uint256)')}${tuple(uint256, bytes, uint256, uint256).encode([mode, context, used * price, price])}`,
      }).gasUsed
    }
    const cost = used * price < prefund ? used * price : prefund
    setDeposit(frame, payer, depositOf(frame, payer) + prefund - cost)
    frame.emit(
      [
        topicOf(
          'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
        ),
        hash,
        `0x${address.encode(sender)}`,
        `0x${address.encode(paymaster)}`,
      ],
      `0x${tuple(uint256, bool, uint256, uint256).encode([nonce, isDone, cost, used])}`,
    )
    return cost
  }
}

/** Why validation data refuse, if they do. */
function judge(
  frame: NativeFrame,
  output: Hex,
  signature: string,
  expired: string,
): string | undefined {
  const data = BigInt(output === '0x' ? '0x1' : output.slice(0, 66))
  const failed = data & ((1n << 160n) - 1n)
  const until = (data >> 160n) & ((1n << 48n) - 1n)
  const after = data >> 208n
  const { timestamp } = frame.environment
  if (failed !== 0n) return `${signature} signature error`
  return (until !== 0n && timestamp > until) ||
    (timestamp <= after && after !== 0n)
    ? `${expired} ${expired === 'AA32' ? 'paymaster ' : ''}expired or not due`
    : undefined
}

function createSender(frame: NativeFrame, initCode: Hex): Address | undefined {
  const { status, output } = frame.call({
    to: initCode.slice(0, 42) as Address,
    input: `0x${initCode.slice(42)}`,
  })
  return status === 'success' && output.length >= 66
    ? `0x${output.slice(26, 66)}`
    : undefined
}

function nonceAt(frame: NativeFrame, sender: Address, key: bigint): bigint {
  return BigInt(frame.state.slot(frame.address, nonceSlot(sender, key)))
}

function takeNonce(frame: NativeFrame, { sender, nonce }: Packed): boolean {
  const key = nonce >> 64n
  const next = nonceAt(frame, sender, key)
  if (next !== (nonce & ((1n << 64n) - 1n))) return false
  frame.setSlot(nonceSlot(sender, key), toWord(next + 1n))
  return true
}

function depositOf(frame: NativeFrame, of: Address): bigint {
  return BigInt(frame.state.slot(frame.address, depositSlot(of)))
}

function setDeposit(frame: NativeFrame, of: Address, amount: bigint) {
  frame.setSlot(depositSlot(of), toWord(amount))
}

function addDeposit(frame: NativeFrame, to: Address, amount: bigint): Outcome {
  const total = depositOf(frame, to) + amount
  setDeposit(frame, to, total)
  frame.emit(
    [topicOf('Deposited(address,uint256)'), `0x${address.encode(to)}`],
    `0x${uint256.encode(total)}`,
  )
  return done
}
