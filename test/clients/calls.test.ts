import { createConfig, readContract as readThroughWagmi } from '@wagmi/core'
import { BrowserProvider, Contract, Interface, isError } from 'ethers'
import { createMockNode, type Hex, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  custom,
  encodeErrorResult,
  parseAbi,
} from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { alice, token, word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'

const signatures = [
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
  'error Insufficient(uint256 held, uint256 needed)',
] as const
const abi = parseAbi(signatures)
const builtIn = parseAbi(['error Error(string)', 'error Panic(uint256)'])

/** Code that ends with bytes, which stand behind it. */
function endingWith(opcode: 'RETURN' | 'REVERT', data: Hex): Hex {
  const length = `0x${((data.length - 2) / 2).toString(16).padStart(4, '0')}`
  return assemble(
    `${length} 0x000d PUSH0 CODECOPY ${length} PUSH0 ${opcode} .${data.slice(2)}`,
  )
}

const nodeWith = (code: Hex, options = {}) =>
  createMockNode({ accounts: { [token]: { code } }, ...options })
const reverting = (data: Hex) =>
  nodeWith(endingWith('REVERT', data), { engine: evm() })

const balanceOf = {
  address: token,
  abi,
  functionName: 'balanceOf',
  args: [alice],
} as const

const viemOf = (node: MockNode) =>
  // viem would ask again what reverted, after a while.
  createPublicClient({ transport: custom(node.provider, { retryCount: 0 }) })

function ethersOf(node: MockNode) {
  const provider = new BrowserProvider(node.provider, undefined, {
    cacheTimeout: -1,
  })
  onTestFinished(() => provider.destroy())
  return new Contract(token, new Interface(signatures), provider)
}

function wagmiOf({ chain, provider }: MockNode) {
  return createConfig({
    chains: [chain],
    transports: { [chain.id]: custom(provider) },
  })
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`it gave ${value}`),
    (error) => error,
  )

describe('bytecode, and no engine: what a person reads', () => {
  const node = () => nodeWith(assemble('STOP'))
  const sentence = `${token} holds bytecode, and the node has no engine to run it. It was called with the selector 0x70a08231. Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }). (Nothing reverted.)`

  test('viem: the details', async () => {
    const client = viemOf(node())
    for (const act of [
      () => client.readContract(balanceOf),
      () => client.call({ to: token, data: '0x70a08231' }),
      () => client.estimateGas({ to: token, data: '0x70a08231' }),
    ]) {
      const error: BaseError = await thrown(act())
      expect(error.details).toBe(sentence)
      expect(error.message).toContain(`Details: ${sentence}`)
      expect(
        error.walk((one) => one instanceof ContractFunctionRevertedError),
      ).toBeNull()
    }
  })

  test('ethers: the reason', async () => {
    const contract = ethersOf(node())
    const error = await thrown(contract.getFunction('balanceOf')(alice))
    expect(isError(error, 'CALL_EXCEPTION') && error.reason).toBe(sentence)
    expect(error.message).toContain(JSON.stringify(sentence))
    const estimate = contract.getFunction('transfer').estimateGas(alice, 1n)
    expect((await thrown(estimate)).reason).toBe(
      sentence.replace('0x70a08231', '0xa9059cbb'),
    )
  })

  test('wagmi: the details', async () => {
    const error = await thrown(readThroughWagmi(wagmiOf(node()), balanceOf))
    expect(error.details).toBe(sentence)
    expect(error.message).toContain(`Details: ${sentence}`)
  })
})

describe('nothing at an address', () => {
  test('viem: the details say it', async () => {
    const error = await thrown(viemOf(createMockNode()).readContract(balanceOf))
    expect(error.message).toContain('has no code')
  })

  test('ethers: the reason says it', async () => {
    const contract = ethersOf(createMockNode())
    const error = await thrown(contract.getFunction('balanceOf')(alice))
    expect(isError(error, 'CALL_EXCEPTION') && error.reason).toContain(
      'has no code',
    )
  })
})

describe('what a contract returns', () => {
  const node = () => nodeWith(endingWith('RETURN', word(5)), { engine: evm() })

  test('viem, ethers and wagmi decode it', async () => {
    expect(await viemOf(node()).readContract(balanceOf)).toBe(5n)
    expect(await ethersOf(node()).getFunction('balanceOf')(alice)).toBe(5n)
    expect(await readThroughWagmi(wagmiOf(node()), balanceOf)).toBe(5n)
  })

  test('viem: overrides', async () => {
    const code = endingWith('RETURN', word(7))
    const stateOverride = [{ address: token, code }]
    const client = viemOf(createMockNode({ engine: evm() }))
    expect(await client.readContract({ ...balanceOf, stateOverride })).toBe(7n)
    expect(
      await client.call({
        to: token,
        stateOverride: [
          {
            address: token,
            code: assemble('NUMBER PUSH0 MSTORE 0x20 PUSH0 RETURN'),
          },
        ],
        blockOverrides: { number: 99n },
      }),
    ).toEqual({ data: word(99) })
  })

  test('viem: access lists', async () => {
    const client = viemOf(nodeWith(assemble('0x01 SLOAD'), { engine: evm() }))
    expect(await client.createAccessList({ to: token })).toEqual({
      accessList: [{ address: token, storageKeys: [word(1)] }],
      gasUsed: 25_403n,
    })
  })
})

describe('reverts', () => {
  const custom = encodeErrorResult({
    abi,
    errorName: 'Insufficient',
    args: [3n, 5n],
  })
  const reason = encodeErrorResult({
    abi: builtIn,
    errorName: 'Error',
    args: ['paused'],
  })
  const panic = encodeErrorResult({
    abi: builtIn,
    errorName: 'Panic',
    args: [0x11n],
  })

  test('viem: custom errors, reasons and panics', async () => {
    const of = async (data: Hex) => {
      const error: BaseError = await thrown(
        viemOf(reverting(data)).simulateContract({
          ...balanceOf,
          functionName: 'transfer',
          args: [alice, 1n],
        }),
      )
      const revert = error.walk(
        (one) => one instanceof ContractFunctionRevertedError,
      ) as ContractFunctionRevertedError
      return [revert.data?.errorName, revert.data?.args, revert.reason]
    }
    expect(await of(custom)).toEqual(['Insufficient', [3n, 5n], undefined])
    expect(await of(reason)).toEqual(['Error', ['paused'], 'paused'])
    expect(await of(panic)).toEqual([
      'Panic',
      [17n],
      'Arithmetic operation resulted in underflow or overflow.',
    ])
    const { shortMessage } = await thrown(
      viemOf(reverting(reason)).estimateGas({ account: alice, to: token }),
    )
    expect(shortMessage).toBe('Execution reverted with reason: paused.')
  })

  test('ethers: custom errors, reasons and panics', async () => {
    const of = async (data: Hex) => {
      const contract = ethersOf(reverting(data))
      const error = await thrown(
        contract.getFunction('transfer').staticCall(alice, 1n),
      )
      if (!isError(error, 'CALL_EXCEPTION')) return expect.fail(String(error))
      return [error.revert?.name, error.revert?.args.map(String), error.reason]
    }
    expect(await of(custom)).toEqual([
      'Insufficient',
      ['3', '5'],
      'Insufficient(uint256,uint256)',
    ])
    expect(await of(reason)).toEqual(['Error', ['paused'], 'paused'])
    expect(await of(panic)).toEqual([
      'Panic',
      ['17'],
      'Panic due to OVERFLOW(17)',
    ])
    const estimate = ethersOf(reverting(reason))
      .getFunction('transfer')
      .estimateGas(alice, 1n)
    expect((await thrown(estimate)).shortMessage).toBe(
      'execution reverted: "paused"',
    )
  })

  test('viem: out of gas is no revert', async () => {
    const node = nodeWith(assemble('JUMPDEST PUSH0 JUMP'), {
      engine: evm(),
      calls: { gasLimit: 100_000n },
    })
    const error = await thrown(viemOf(node).readContract(balanceOf))
    expect(error.details).toBe('out of gas')
    expect(
      error.walk(
        (one: unknown) => one instanceof ContractFunctionRevertedError,
      ),
    ).toBeNull()
  })
})
