import type { ProfileOptions } from '../../index.js'

export type ErrorText = NonNullable<
  NonNullable<ProfileOptions['answers']>['errorTexts']
>[number]

/** The codes of Solidity's `Panic`, by geth's words, and Hardhat's for them. */
const panics = [
  ['assert', '1', 'Assertion error'],
  [
    'arithmetic',
    '11',
    'Arithmetic operation overflowed outside of an unchecked block',
  ],
  ['division', '12', 'Division or modulo division by zero'],
  [
    'enum',
    '21',
    'Tried to convert a value into an enum, but the value was too big or negative',
  ],
  ['invalid', '22', 'Incorrectly encoded storage byte array'],
  ['out-of-bounds array', '31', '.pop() was called on an empty array'],
  ['out-of', '32', 'Array accessed at an out-of-bounds or negative index'],
  [
    'out of',
    '41',
    'Too much memory was allocated, or an array was created that is too large',
  ],
  [
    'uninit',
    '51',
    'Called a zero-initialized variable of internal function type',
  ],
] as const

const failed = 'VM Exception while processing transaction: '
const invalidParams = -32_602

/**
 * Hardhat's words by geth's and preseal's: the first that fits counts. Version 2
 * takes a failed execution for an error of its own.
 */
export function hardhatTexts(version: 2 | 3): readonly ErrorText[] {
  const inVersion2 = ({ message, ...text }: ErrorText): ErrorText => ({
    ...text,
    message: `Error: ${message}`,
    code: -32_603,
    data: 'inObject',
  })
  return version === 2
    ? [...failures.map(inVersion2), mining, ...refusals]
    : [...failures, ...refusals]
}

const failures: readonly ErrorText[] = [
  ...panics.map(([when, code, panic]) => ({
    when: `^execution reverted: ${when}.*\n0x4e487b71`,
    message: `${failed}reverted with panic code 0x${code} (${panic})`,
  })),
  {
    when: '^execution reverted: (?:generic panic|unknown panic code: (\\w+)).*\n0x4e487b71',
    message: `${failed}reverted with unknown panic code $1`,
  },
  {
    when: '^execution reverted: (.*)\n0x08c379a0',
    message: `${failed}reverted with reason string '$1'`,
  },
  {
    when: '^execution reverted\n',
    message: `${failed}reverted with an unrecognized custom error (return data: $data)`,
  },
  {
    when: '^(execution reverted$|stack |invalid jump)',
    message: 'Transaction reverted without a reason string',
    code: 3,
  },
  { when: '^invalid opcode', message: `${failed}invalid opcode`, code: 3 },
]

const mining: ErrorText = {
  method: '^eth_mining',
  when: '^Method not found',
  message: '$0',
  result: false,
}

const onlyRaw =
  'Hardhat only supports them via `eth_sendRawTransaction`. See https://github.com/NomicFoundation/hardhat/issues/'

const refusals: readonly ErrorText[] = [
  {
    when: '^(out of gas$|gas required exceeds)',
    message: 'Transaction ran out of gas',
  },
  {
    when: 'intrinsic gas too low.*?(\\d+), (?:want|minimum needed) (\\d+)',
    message: 'Transaction requires at least $2 gas but got $1',
  },
  {
    when: '^nonce too (low|high): next nonce (\\d+), tx nonce (\\d+), and none',
    message:
      "Nonce too $1. Expected nonce to be $2 but got $3. Note that transactions can't be queued when automining.",
  },
  {
    when: '^nonce too low: next nonce (\\d+), tx nonce (\\d+)',
    message:
      'Transaction nonce too low. Expected nonce to be at least $1 but got $2.',
  },
  {
    when: 'insufficient funds for gas.* balance (\\d+), tx cost (\\d+)',
    message:
      "Sender doesn't have enough funds to send tx. The max upfront cost is: $2 and the sender's balance is: $1.",
  },
  {
    params: '"gasPrice"',
    when: 'less than block base fee.*: (\\d+), baseFee: (\\d+)',
    message:
      'Transaction gasPrice ($1) is too low for the next block, which has a baseFeePerGas of $2',
  },
  {
    when: 'less than block base fee.*: (\\d+), baseFee: (\\d+)',
    message:
      'Transaction maxFeePerGas ($1) is too low for the next block, which has a baseFeePerGas of $2',
  },
  {
    params: '"maxFeePerGas"',
    when: '^both gasPrice and',
    message: 'Cannot send both gasPrice and maxFeePerGas params',
  },
  {
    when: '^both gasPrice and',
    message: 'Cannot send both gasPrice and maxPriorityFeePerGas',
  },
  {
    when: 'max priority fee per gas higher.*PerGas:? (\\d+), maxFeePerGas:? (\\d+)',
    message: 'maxPriorityFeePerGas ($1) is bigger than maxFeePerGas ($2)',
  },
  {
    when: 'chainId does not match.*have=(\\d+), want=(\\d+)',
    message: 'Invalid chainId $1 provided, expected $2 instead.',
    code: invalidParams,
  },
  {
    params: '^\\["0x0',
    when: 'invalid chain id for signer.* want (\\d+)',
    message:
      'Trying to send a raw transaction with an invalid chainId. The expected chainId is $1',
    code: invalidParams,
  },
  {
    when: 'invalid chain id for signer',
    message:
      'Trying to send an incompatible EIP-155 transaction, signed for another chain.',
    code: invalidParams,
  },
  {
    when: '^exceeds block gas limit: tx gas (\\d+), block gas limit (\\d+)',
    message: 'Transaction gas limit is $1 and exceeds block gas limit of $2',
  },
  {
    when: '^transaction gas limit too high.*cap: (\\d+), tx: (\\d+)',
    message:
      'Transaction gas limit is $2 and exceeds transaction gas cap of $1',
  },
  {
    method: '^eth_send',
    when: '^max initcode size exceeded: code size (\\d+), limit (\\d+)',
    message:
      "Trying to send a deployment transaction whose init code length is $1. The max length allowed by EIP-3860 is $2.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.",
    code: invalidParams,
  },
  { when: 'max initcode size', message: 'create initcode size limit' },
  { when: '^unknown account (\\w+)', message: 'Unknown account $1' },
  {
    when: '^replacement.*minimum needed (\\d+).*nonce (\\d+)',
    message:
      'Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least $1 is necessary to replace the existing transaction with nonce $2.',
  },
  {
    when: '^block not found: (\\S+)|^request beyond head block: requested (\\d+)',
    message: 'Received invalid block tag $#1$2. Latest block number is $latest',
    code: -32_000,
  },
  {
    method: '^eth_feeHistory',
    when: 'percentile: .* >= #(\\d+):',
    message:
      'The reward percentiles should be in non-decreasing order, but the percentile number $1 is greater than the next one',
  },
  {
    method: '^eth_(?:getFilter|uninstallFilter)',
    when: '^filter not found',
    message: '$0',
    result: null,
  },
  {
    method: '^eth_unsubscribe',
    when: '^(subscription|notifications) not',
    message: '$0',
    result: false,
  },
  {
    method: '^eth_(getUncle|signTransaction)',
    when: '^',
    message: 'Method $method is not supported',
    code: -32_004,
  },
  {
    method: '^eth_signTypedData',
    when: '"typedData": given',
    message: 'The message parameter is an invalid JSON.',
  },
  {
    method: '^eth_(?:call|estimateGas)',
    params: '"blobs"',
    when: '^',
    message: `An EIP-4844 (shard blob) call request was received, but ${onlyRaw}5182`,
    code: -32_000,
  },
  {
    params: '"blobs"',
    when: '^transaction type not supported',
    message: `An EIP-4844 (shard blob) transaction was received, but ${onlyRaw}5023`,
    code: -32_000,
  },
  {
    when: '"slot": given (-?\\d+),',
    message: "Storage slot argument must be a string, got '$1'",
  },
  {
    when: '"slot": given "",',
    message: 'Storage slot argument cannot be an empty string',
  },
  {
    when: '"slot": given "(0x\\w{0,64})",',
    message: "Storage slot argument must be a valid hexadecimal, got '$1'",
  },
  {
    when: '"index": given "(0x[\\da-f]{65,})"',
    message:
      'Storage key must not be greater than or equal to 2^256. Received $1.',
    code: -32_000,
  },
  {
    when: 'given (".*"), expected a 20-byte address',
    message: 'invalid value $1 supplied to : ADDRESS',
  },
  {
    method: '^hardhat_set',
    when: '"(?:value|nonce|index)": given ("[^"]*")',
    message: 'invalid value $1 supplied to : QUANTITY',
  },
  {
    method: '^evm_setBlockGasLimit',
    when: 'given ("0x0"|0),',
    message: 'Block gas limit must be greater than 0',
    code: -32_000,
  },
  {
    method: '^evm_',
    when: '"(?:seconds|timestamp|options)": given',
    message: 'Timestamp must be a non-negative number not exceeding 2^64 - 1',
  },
  {
    when: '^The timestamp is (\\d+), but that of latest is (\\d+)',
    message: "Timestamp $1 is lower than the previous block's timestamp $2",
  },
  {
    when: '^Transaction (\\w+) is sealed and cannot be dropped',
    message: "Transaction $1 cannot be dropped because it's already mined",
    code: invalidParams,
  },
  {
    when: '^Cannot set account nonce',
    message: '$0 when the transaction pool is not empty',
    code: -32_603,
  },
  {
    when: 'minimum gas price is not supported',
    message: 'hardhat_setMinGasPrice is not supported when EIP-1559 is active',
    code: -32_000,
  },
  {
    method: '^eth_sendRaw',
    when: '^transaction type not supported.*: (0x\\w+)',
    message: 'Invalid transaction type $#1.',
    code: invalidParams,
  },
  {
    method: '^eth_sendRaw',
    when: 'invalid transaction v, r, s|recovery failed',
    message: 'Invalid Signature',
    code: invalidParams,
  },
  {
    when: "has both 'state' and 'stateDiff'",
    message:
      "The properties 'state' and 'stateDiff' cannot be used simultaneously when configuring the state override set passed to the eth_call method.",
  },
  {
    method: '^eth_sendRaw',
    when: '^(rlp|invalid sender|typed transaction).*',
    message: '$0',
    code: invalidParams,
  },
  {
    when: '^Method not found: "(\\w+)"',
    message: 'Method $1 is not supported',
    code: -32_004,
  },
]
