import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  string,
  tuple,
  uint8,
  uint256,
} from '../../base/abi/abi.js'
import { selectorOf, topicOf } from '../../base/abi/selector.js'
import { hashTypedData } from '../../base/codec/messageHashes.js'
import { recoverSigned } from '../../base/codec/signatures/recoverSigned.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toQuantity,
  toWord,
  zeroAddress,
} from '../../base/hex/hex.js'
import { hasSucceeded } from '../../base/hex/receiptStatus.js'
import { lateFields, lazy } from '../../base/memo/memo.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import {
  builtInContract,
  builtInFunction,
  type Outcome,
  revertWith,
  succeed,
} from '../../engine/natives/functions/nativeContract.js'
import type { Native, NativeFrame } from '../../index.js'
import type { MethodContext, SafeCall, SafeQueue } from './context.js'
import { type Account, signatureBytes } from './keys/accounts.js'
import { fillGasAndFees, nextNonce, sendSigned } from './transactions.js'
import type { SafeOwners, SafeTransaction } from './wallet.js'

type Queued = {
  readonly safeTxHash: Hash
  readonly node: WalletDoor
  readonly nonce: bigint
  readonly call: SafeCall & { readonly operation: 0n | 1n }
  readonly signatures: Map<Address, Hex>
  hash: Hash | null
  status: SafeTransaction['status']
}

const multiSend: Address = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const nonceSlot = toWord(5n)

const safeTx = [
  ['to', 'address'],
  ['value', 'uint256'],
  ['data', 'bytes'],
  ['operation', 'uint8'],
  ['safeTxGas', 'uint256'],
  ['baseGas', 'uint256'],
  ['gasPrice', 'uint256'],
  ['gasToken', 'address'],
  ['refundReceiver', 'address'],
  ['nonce', 'uint256'],
].map(([name = '', type = '']) => ({ name, type }))

/** Of its transactions (EIP-712): nothing but the call costs anything. */
function hashSafeTx(
  safe: Address,
  chainId: bigint,
  { to, value, data, operation }: Queued['call'],
  nonce: bigint,
): Hash {
  return hashTypedData({
    primaryType: 'SafeTx',
    types: { SafeTx: safeTx },
    domain: { chainId: `${chainId}`, verifyingContract: safe },
    message: {
      to,
      value: `${value}`,
      data,
      operation: `${operation}`,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: `${nonce}`,
    },
  })
}

/** Of a message that the Safe signs by ERC-1271. */
function hashSafeMessage(safe: Address, chainId: bigint, hash: Hash): Hash {
  return hashTypedData({
    primaryType: 'SafeMessage',
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    domain: { chainId: `${chainId}`, verifyingContract: safe },
    message: { message: hash },
  })
}

const withQueue = lazy(() =>
  lateFields<readonly Queued[], Pick<SafeOwners, 'transactions'>>({
    transactions: (queue) =>
      queue.map(({ safeTxHash, nonce, signatures, hash, status }) => ({
        safeTxHash,
        nonce: Number(nonce),
        confirmations: signatures.size,
        hash,
        status,
      })),
  }),
)

/** What the owners of a Safe sign, up to its nonce. */
const signedFields = [
  address,
  uint256,
  bytes,
  uint8,
  uint256,
  uint256,
  uint256,
  address,
  address,
] as const
const execution = [...signedFields, bytes] as const

/** A Safe of these owners, and what they are asked to sign. */
export function createSafe(
  owners: readonly Account[],
  threshold: number,
  context: () => MethodContext,
) {
  const names = owners.map((one) => one.address)
  const safe: Address = `0x${toHex(keccak_256(toBytes(`0x${names.map((one) => one.slice(2)).join('')}`))).slice(26)}`
  const queue: Queued[] = []

  const account: Account = {
    address: safe,
    sign: () => {
      throw new TypeError('A Safe signs by its owners.')
    },
    signHash: (hash, chainId) =>
      joined(
        owners.slice(0, threshold).map((owner) => ({
          owner: owner.address,
          signature: signatureBytes(
            owner.sign(hashSafeMessage(safe, BigInt(chainId), hash)),
          ),
        })),
      ),
  }

  function find(verb: string, safeTxHash: Hash | undefined): Queued {
    const found = queue.find(
      (one) =>
        one.status === 'waiting' &&
        (safeTxHash === undefined || one.safeTxHash === safeTxHash),
    )
    if (found !== undefined) return found
    throw invalidParameters(`wallet.safe.${verb}`, [
      {
        path: '',
        given: safeTxHash === undefined ? 'left out' : display(safeTxHash),
        expected:
          'a safeTxHash that waits, and no transaction with it does; wallet.safe.transactions lists them',
      },
    ])
  }

  function sign(one: Queued, by: Account) {
    one.signatures.set(by.address, signatureBytes(by.sign(one.safeTxHash)))
  }

  const verbs: Omit<SafeOwners, 'transactions'> = {
    owners: names,
    threshold,
    confirm(safeTxHash) {
      const one = find('confirm', safeTxHash)
      const next = owners.find(({ address }) => !one.signatures.has(address))
      if (next !== undefined) sign(one, next)
    },
    async execute(safeTxHash) {
      const one = find('execute', safeTxHash)
      if (one.signatures.size < threshold)
        throw invalidParameters('wallet.safe.execute', [
          {
            path: '',
            given: `a transaction that ${one.signatures.size} of ${owners.length} owners have signed`,
            expected: `${threshold} signatures`,
            advice: 'Call wallet.safe.confirm first.',
          },
        ])
      const { call, node, signatures } = one
      const { to, value, data, operation } = call
      const signed = [...signatures].map(([owner, signature]) => ({
        owner,
        signature,
      }))
      const parameters = tuple(...execution)
      const input = parameters.encode([
        to,
        value,
        data,
        operation,
        0n,
        0n,
        0n,
        zeroAddress,
        zeroAddress,
        joined(signed),
      ])
      const [executor] = owners as [Account]
      const using = context()
      const filled = await fillGasAndFees(
        {
          type: undefined,
          to: safe,
          data: `0x${selectorOf(`execTransaction${parameters.name}`)}${input}`,
        },
        executor.address,
        node,
        using,
      )
      const hash = await using.inTurn(async () => {
        const nonce = await nextNonce(executor, node, using)
        return sendSigned({ filled, account: executor, node, nonce }, using)
      })
      one.hash = hash
      one.status = 'executed'
      return hash
    },
    cancel(safeTxHash) {
      find('cancel', safeTxHash).status = 'cancelled'
    },
  }

  const known = (hash: Hash) => queue.find((one) => one.safeTxHash === hash)

  const owned: SafeQueue = {
    propose(calls, node) {
      const [only] = calls
      const call =
        calls.length === 1 && only !== undefined
          ? { ...only, operation: 0n as const }
          : {
              to: multiSend,
              value: 0n,
              data: multiSendData(calls),
              operation: 1n as const,
            }
      // After what waits; what was cancelled leaves its nonce.
      const nonce = BigInt(
        queue.filter((one) => one.node === node && one.status !== 'cancelled')
          .length,
      )
      const safeTxHash = hashSafeTx(safe, BigInt(node.chainId), call, nonce)
      const one: Queued = {
        safeTxHash,
        node,
        nonce,
        call,
        signatures: new Map(),
        hash: null,
        status: 'waiting',
      }
      sign(one, owners[0] as Account)
      queue.push(one)
      return safeTxHash
    },
    async read(safeTxHash, _, { ask }) {
      const one = known(safeTxHash) as Queued
      if (one.status === 'cancelled') return { status: 400 }
      if (one.hash === null) return { status: 100 }
      const receipt = (await ask(one.node, 'eth_getTransactionReceipt', [
        one.hash,
      ])) as { status: Hex; [field: string]: unknown } | null
      if (receipt === null) return { status: 100 }
      const status = hasSucceeded(receipt) ? 200 : 500
      return { status, receipts: [receipt] }
    },
    async transactionOf(hash, { ask, session }) {
      const one = known(hash)
      if (one?.hash == null) {
        if (one === undefined)
          return ask(session.node, 'eth_getTransactionByHash', [hash])
        const { to, value, data } = one.call
        return {
          from: safe,
          hash,
          gas: 0,
          gasPrice: '0x00',
          nonce: 0,
          input: data,
          value: toQuantity(value),
          to,
          blockHash: null,
          blockNumber: null,
          transactionIndex: null,
        }
      }
      const found = await ask(one.node, 'eth_getTransactionByHash', [one.hash])
      return found === null ? null : { ...(found as object), hash }
    },
    async receiptOf(hash, { ask, session }) {
      const one = known(hash)
      const node = one?.node ?? session.node
      const asked = one?.hash ?? hash
      const found = await ask(node, 'eth_getTransactionReceipt', [asked])
      return found === null || one === undefined
        ? found
        : { ...(found as object), transactionHash: hash }
    },
  }

  return {
    account,
    owned,
    api: withQueue()(verbs, queue),
    contract: {
      type: 'native' as const,
      address: safe,
      native: safeContract(names, threshold),
    },
  }
}

/** In the order of their owners, as the contract wants them. */
function joined(signed: readonly { owner: Address; signature: Hex }[]): Hex {
  const sorted = [...signed].sort((one, other) =>
    one.owner < other.owner ? -1 : 1,
  )
  return `0x${sorted.map(({ signature }) => signature.slice(2)).join('')}`
}

/** MultiSend's encoding: operation, address, amount and length, unpadded. */
function multiSendData(calls: readonly SafeCall[]): Hex {
  const packed = calls
    .map(({ to, value, data }) => {
      const length = toWord(BigInt((data.length - 2) / 2)).slice(2)
      return `00${to.slice(2)}${toWord(value).slice(2)}${length}${data.slice(2)}`
    })
    .join('')
  return `0x${selectorOf('multiSend(bytes)')}${tuple(bytes).encode([`0x${packed}`])}`
}

function readMultiSend(data: Hex): SafeCall[] {
  const [packed] = tuple(bytes).decode(data, 10)
  const calls: SafeCall[] = []
  for (let at = 2; at < packed.length; ) {
    const to: Address = `0x${packed.slice(at + 2, at + 42)}`
    const value = BigInt(`0x${packed.slice(at + 42, at + 106)}`)
    const length = 2 * Number(`0x${packed.slice(at + 106, at + 170)}`)
    calls.push({
      to,
      value,
      data: `0x${packed.slice(at + 170, at + 170 + length)}`,
    })
    at += 170 + length
  }
  return calls
}

const failure = revertWith('Error', [string])

/** As much of Safe 1.4.1 as its owners need. */
function safeContract(owners: readonly Address[], threshold: number): Native {
  const isSigned = (hash: Hash, signatures: Hex) => {
    let last = zeroAddress
    for (let index = 0; index < threshold; index++) {
      const at = 2 + 130 * index
      const signer = recoverSigned(hash, `0x${signatures.slice(at, at + 130)}`)
      if (signer === undefined || !owners.includes(signer) || signer <= last)
        return false
      last = signer
    }
    return true
  }
  const nonceOf = ({ state, address }: NativeFrame) =>
    BigInt(state.slot(address, nonceSlot))

  function execute(
    frame: NativeFrame,
    call: Queued['call'],
    signatures: Hex,
  ): Outcome {
    const nonce = nonceOf(frame)
    const { chainId } = frame.environment
    const hash = hashSafeTx(frame.address, chainId, call, nonce)
    if (!isSigned(hash, signatures)) return failure(['GS026'])
    frame.setSlot(nonceSlot, toWord(nonce + 1n))
    const calls = call.operation === 1n ? readMultiSend(call.data) : [call]
    for (const { to, value, data } of calls) {
      const { status } = frame.call({ to, value, input: data })
      if (status === 'reverted') return failure(['GS013'])
    }
    frame.emit(
      [
        `0x${topicOf('ExecutionSuccess(bytes32,uint256)').replace('0x', '')}`,
        hash,
      ],
      `0x${uint256.encode(0n)}`,
    )
    return succeed(bool.encode(true))
  }

  return builtInContract(
    () => [
      builtInFunction('nonce', [], (frame) =>
        succeed(uint256.encode(nonceOf(frame))),
      ),
      builtInFunction('getThreshold', [], () =>
        succeed(uint256.encode(BigInt(threshold))),
      ),
      builtInFunction('getOwners', [], () =>
        succeed(tuple(arrayOf(address)).encode([[...owners]])),
      ),
      builtInFunction('isOwner', [address], (_, owner) =>
        succeed(bool.encode(owners.includes(owner))),
      ),
      builtInFunction('VERSION', [], () =>
        succeed(tuple(string).encode(['1.4.1'])),
      ),
      builtInFunction(
        'getTransactionHash',
        [...signedFields, uint256],
        (frame, to, value, data, operation, _a, _b, _c, _d, _e, nonce) =>
          succeed(
            bytes32.encode(
              hashSafeTx(
                frame.address,
                frame.environment.chainId,
                { to, value, data, operation: operation as 0n | 1n },
                nonce,
              ),
            ),
          ),
      ),
      builtInFunction(
        'execTransaction',
        [...execution],
        (frame, to, value, data, operation, _a, _b, _c, _d, _e, signatures) =>
          execute(
            frame,
            { to, value, data, operation: operation as 0n | 1n },
            signatures,
          ),
        true,
      ),
      builtInFunction(
        'isValidSignature',
        [bytes32, bytes],
        (frame, hash, signatures) => {
          const { chainId } = frame.environment
          const message = hashSafeMessage(frame.address, chainId, hash)
          const isFit = isSigned(message, signatures)
          return isFit
            ? succeed(`1626ba7e${'0'.repeat(56)}`)
            : failure(['Hash not approved'])
        },
      ),
    ],
    (frame) => (frame.input === '0x' ? succeed('') : failure([''])),
  )
}
