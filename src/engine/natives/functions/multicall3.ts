import {
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  string,
  tuple,
  uint256,
} from '../../../base/abi/abi.js'
import {
  type Address,
  type Hash,
  type Hex,
  zeroHash,
} from '../../../base/hex/hex.js'
import type { Environment, NativeFrame } from '../../engine.js'
import {
  type BuiltInFunction,
  builtInContract,
  builtInFunction,
  nativeGas,
  type Outcome,
  revertWith,
  succeed,
} from './nativeContract.js'

/** Multicall3 as it is deployed there. */
export const multicall3 = builtInContract(declare)

type Call = { to: Address; input: Hex; mayFail: boolean; value?: bigint }
type Result = [success: boolean, returnData: Hex]

const isPayable = true

function declare(): readonly BuiltInFunction[] {
  const calls = arrayOf(tuple(address, bytes))
  const results = arrayOf(tuple(bool, bytes))
  const outputs = tuple(results)
  const blockAndOutputs = tuple(uint256, bytes32, results)
  const blockAndResults = (frame: NativeFrame, asked: Call[]) =>
    callAll(frame, asked, (got) =>
      // The hash of a block that is not over is zero.
      blockAndOutputs.encode([frame.environment.number, zeroHash, got]),
    )
  return [
    builtInFunction(
      'aggregate',
      [calls],
      (frame, list) =>
        callAll(frame, list.map(toCall(false)), (got) =>
          tuple(uint256, arrayOf(bytes)).encode([
            frame.environment.number,
            got.map(([, returnData]) => returnData),
          ]),
        ),
      isPayable,
    ),
    builtInFunction(
      'tryAggregate',
      [bool, calls],
      (frame, isStrict, list) =>
        callAll(frame, list.map(toCall(!isStrict)), (got) =>
          outputs.encode([got]),
        ),
      isPayable,
    ),
    builtInFunction(
      'blockAndAggregate',
      [calls],
      (frame, list) => blockAndResults(frame, list.map(toCall(false))),
      isPayable,
    ),
    builtInFunction(
      'tryBlockAndAggregate',
      [bool, calls],
      (frame, isStrict, list) =>
        blockAndResults(frame, list.map(toCall(!isStrict))),
      isPayable,
    ),
    builtInFunction(
      'aggregate3',
      [arrayOf(tuple(address, laxBool, bytes))],
      (frame, list) =>
        callAll(
          frame,
          list.map(([to, mayFail, input]) => ({ to, mayFail, input })),
          (got) => outputs.encode([got]),
        ),
      isPayable,
    ),
    builtInFunction(
      'aggregate3Value',
      [arrayOf(tuple(address, laxBool, uint256, bytes))],
      aggregate3Value,
      isPayable,
    ),
    ...declareGetters(),
  ]
}

/** The contract reads whether a call may fail as a word, whatever it is. */
const laxBool = {
  ...bool,
  decode: (digits: string, at: number) => uint256.decode(digits, at) !== 0n,
}

function toCall(mayFail: boolean) {
  return ([to, input]: readonly [Address, Hex]): Call => ({
    to,
    input,
    mayFail,
  })
}

const failed = revertWith('Error', [string])

function callAll(
  frame: NativeFrame,
  calls: readonly Call[],
  encode: (results: Result[]) => string,
): Outcome {
  const results: Result[] = []
  let gas = frame.gas - nativeGas
  for (const { mayFail, ...call } of calls) {
    const { status, output, gasUsed } = frame.call({ ...call, gas })
    gas -= gasUsed
    if (status !== 'success' && !mayFail)
      return failed(['Multicall3: call failed'])
    results.push([status === 'success', output])
  }
  return succeed(encode(results))
}

function aggregate3Value(
  frame: NativeFrame,
  list: [Address, boolean, bigint, Hex][],
): Outcome {
  const outcome = callAll(
    frame,
    list.map(([to, mayFail, value, input]) => ({ to, mayFail, value, input })),
    (got) => tuple(arrayOf(tuple(bool, bytes))).encode([got]),
  )
  // This function alone returns a word more than the reason takes.
  if (outcome.status !== 'success')
    return { ...outcome, output: `${outcome.output}${zeroHash.slice(2)}` }
  const sum = list.reduce((total, [, , value]) => total + value, 0n)
  return BigInt.asUintN(256, sum) === frame.value
    ? outcome
    : failed(['Multicall3: value mismatch'])
}

function declareGetters(): readonly BuiltInFunction[] {
  const getter = (
    name: string,
    read: (environment: Environment) => bigint | Hash,
  ) =>
    builtInFunction(name, [], ({ environment }) =>
      succeed(wordOf(read(environment))),
    )
  return [
    getter('getBlockNumber', ({ number }) => number),
    getter('getCurrentBlockTimestamp', ({ timestamp }) => timestamp),
    getter('getCurrentBlockGasLimit', ({ gasLimit }) => gasLimit),
    getter('getCurrentBlockCoinbase', ({ miner }) => BigInt(miner)),
    getter('getCurrentBlockDifficulty', ({ mixHash }) => mixHash),
    getter('getBasefee', ({ baseFeePerGas }) => baseFeePerGas),
    getter('getChainId', ({ chainId }) => chainId),
    getter('getLastBlockHash', (block) => hashOf(block, block.number - 1n)),
    builtInFunction('getBlockHash', [uint256], ({ environment }, number) =>
      succeed(wordOf(hashOf(environment, number))),
    ),
    builtInFunction('getEthBalance', [address], ({ state }, of) =>
      succeed(wordOf(state.balance(of))),
    ),
  ]
}

function wordOf(value: bigint | Hash): string {
  return typeof value === 'bigint' ? uint256.encode(value) : value.slice(2)
}

/** BLOCKHASH knows the last 256 blocks. */
function hashOf({ number, hashOf }: Environment, wanted: bigint): Hash {
  const age = number - wanted
  return age > 0n && age <= 256n ? hashOf(wanted) : zeroHash
}
