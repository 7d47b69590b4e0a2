import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { PresealError } from '../../../src/base/errors/errors.js'
import { addressOf, assemble } from './assemble.js'
import { alice, runCode, send, target } from './message.js'

const halts: [name: string, code: string][] = [
  ['out of gas', 'JUMPDEST 0x00 JUMP'],
  ['out of gas', '0xffffffff MLOAD'],
  ['out of gas', '0xffffffff PUSH0 KECCAK256'],
  // It can pay for the memory, and not for the hash.
  ['out of gas', '0x0a8c00 PUSH0 KECCAK256'],
  ['invalid opcode: opcode 0xc not defined', '.0c'],
  ['invalid opcode: INVALID', 'INVALID'],
  ['stack underflow (0 <=> 2)', 'ADD'],
  ['stack limit reached 1024 (1023)', 'JUMPDEST PUSH0 0x00 JUMP'],
  ['invalid jump destination', '0x05 JUMP'],
  // The byte at 1 is a JUMPDEST by its value, and data by its place.
  ['invalid jump destination', '0x5b 0x01 JUMP'],
  ['return data out of bounds', '0x01 PUSH0 PUSH0 RETURNDATACOPY'],
  // 49,153 bytes, one too many.
  ['max initcode size exceeded', '0x00c001 PUSH0 PUSH0 CREATE'],
]

describe('an exceptional halt', () => {
  test.each(halts)('is named: %s', (name, code) => {
    expect(runCode(assemble(code))).toEqual({
      status: 'reverted',
      halt: name,
      output: '0x',
      gasUsed: 1_000_000n,
      logs: [],
      contractAddress: null,
      changes: { [alice]: { nonce: 1n } },
    })
  })

  // Their last instruction pays for memory, words, an account or a slot.
  const paid = [
    '0x40 PUSH0 0x1000 CALLDATACOPY',
    '0x40 PUSH0 0x1000 PUSH0 EXTCODECOPY',
    '0x40 PUSH0 0x1000 MCOPY',
    '0x40 0x1000 KECCAK256',
    'PUSH0 0x1000 MSTORE8',
    '0x1000 MLOAD',
    '0x05 0x40 0x1000 LOG1',
    '0x0100 0xffff EXP',
    '0xdead BALANCE',
    '0x01 SLOAD',
    '0x02 0x01 SSTORE',
    '0x40 0x1000 PUSH0 CREATE',
    '0x07 0x40 0x1000 PUSH0 CREATE2',
    '0x40 0x1000 PUSH0 PUSH0 0x01 0xdead PUSH0 CALL',
    'PUSH0 PUSH0 0x40 0x1000 0xdead PUSH0 STATICCALL',
    '0xdead SELFDESTRUCT',
    '0x40 0x1000 RETURN',
    '0x40 0x1000 REVERT',
  ]

  test.each(paid)('is out of gas wherever that ends: %s', (program) => {
    const run = (gas: bigint) =>
      runCode(assemble(program), {
        accounts: { [target]: { balance: 5n, code: assemble(program) } },
        message: { gas },
      })
    const { halt, gasUsed } = run(1_000_000n)
    expect(halt).toBeUndefined()
    const step = (gasUsed - 21_000n) / 40n + 1n
    for (let gas = gasUsed - 1n; gas >= 21_000n; gas -= step)
      expect(run(gas).halt, `${gas} of ${gasUsed}`).toBe('out of gas')
  })

  const writes = [
    'PUSH0 PUSH0 SSTORE',
    'PUSH0 PUSH0 TSTORE',
    'PUSH0 PUSH0 LOG0',
    'PUSH0 PUSH0 PUSH0 CREATE',
    'PUSH0 SELFDESTRUCT',
    'PUSH0 PUSH0 PUSH0 PUSH0 0x01 PUSH0 PUSH0 CALL',
  ]

  test.each(writes)('is named in a static frame: %s', (write) => {
    const errors: (string | undefined)[] = []
    const within = addressOf(0xbeef)
    runCode(assemble('PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS STATICCALL'), {
      accounts: { [within]: { code: assemble(write), balance: 5n } },
      observer: { exit: ({ error }) => errors.push(error) },
    })
    expect(errors).toEqual(['write protection', undefined])
  })

  test('is no REVERT, which has data and keeps the rest of the gas', () => {
    const code = assemble('0x2a PUSH0 MSTORE 0x20 PUSH0 REVERT')
    const { status, halt, output, gasUsed } = runCode(code)
    expect({ status, halt, output, gasUsed }).toEqual({
      status: 'reverted',
      halt: undefined,
      output: `0x${'2a'.padStart(64, '0')}`,
      gasUsed: 21_016n,
    })
  })

  const created: [name: string, initcode: string][] = [
    ['max code size exceeded', '0x6001 PUSH0 RETURN'],
    [
      'invalid code: must not begin with 0xef',
      '0xef PUSH0 MSTORE8 0x01 PUSH0 RETURN',
    ],
    ['out of gas', '0x6000 PUSH0 RETURN'],
  ]

  test.each(created)('is named at the end of a creation: %s', (name, code) => {
    const message = { to: null, data: assemble(code) }
    const { halt, contractAddress, gasUsed } = send({ message })
    expect({ halt, contractAddress, gasUsed }).toEqual({
      halt: name,
      contractAddress: null,
      gasUsed: 1_000_000n,
    })
  })

  test('is named where the address of a creation is taken', () => {
    const message = { to: null }
    const { contractAddress } = send({ message })
    const taken = { [contractAddress ?? alice]: { nonce: 1n } }
    const { halt, gasUsed } = send({ message, accounts: taken })
    expect([halt, gasUsed]).toEqual(['contract address collision', 1_000_000n])
  })
})

describe('what could exhaust a process', () => {
  test('calls end at depth 1,024, whatever stack JavaScript has', () => {
    let deepest = 0
    const { status } = runCode(
      assemble('PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 ADDRESS GAS CALL'),
      {
        message: { gas: 2n ** 62n },
        observer: {
          enter: ({ depth }) => {
            deepest = Math.max(deepest, depth)
          },
        },
      },
    )
    // The call from depth 1,024 is made, and refused.
    expect([status, deepest]).toEqual(['success', 1_025])
  })

  test('an endless loop ends with its gas', () => {
    const { halt, gasUsed } = runCode(assemble('JUMPDEST 0x00 JUMP'), {
      message: { gas: 5_000_000n },
    })
    expect([halt, gasUsed]).toEqual(['out of gas', 5_000_000n])
  })

  test.each(['0x7fffffff', '0x0100000000', `0x${'ff'.repeat(32)}`])(
    'memory up to %s is out of gas, even where gas is free',
    (at) => {
      const message = { gas: 2n ** 63n }
      const { halt } = runCode(assemble(`PUSH0 ${at} MSTORE`), { message })
      expect(halt).toBe('out of gas')
    },
  )

  test('lengths of zero ask for no memory, wherever they are', () => {
    const far = `0x${'ff'.repeat(32)}`
    const code = assemble(`PUSH0 ${far} ${far} MCOPY PUSH0 ${far} RETURN`)
    expect(runCode(code).status).toBe('success')
  })
})

test('gas beyond 2^53 is counted exactly', () => {
  const gas = 2n ** 62n + 12_345n
  const code = assemble('GAS PUSH0 MSTORE 0x20 PUSH0 RETURN')
  const { output, gasUsed } = runCode(code, { message: { gas } })
  expect(BigInt(output)).toBe(gas - 21_002n)
  expect(gasUsed).toBe(21_015n)
})

test('a message that cannot pay its intrinsic gas halts', () => {
  const { halt, gasUsed } = runCode('0x', { message: { gas: 20_999n } })
  expect([halt, gasUsed]).toEqual(['intrinsic gas too low', 20_999n])
})

test('what the reader throws passes through', () => {
  const unknown = () => {
    throw new PresealError('UnknownStateError', 'not known')
  }
  const reader = {
    balance: unknown,
    nonce: unknown,
    code: unknown,
    slot: unknown,
    hasStorage: unknown,
  }
  const run = (to: `0x${string}` | null, data: `0x${string}`) =>
    evm().execute(
      reader,
      {
        hardfork: 'cancun',
        chainId: 1n,
        origin: alice,
        gasPrice: 0n,
        number: 1n,
        timestamp: 1n,
        gasLimit: 1n,
        baseFeePerGas: 0n,
        miner: alice,
        mixHash: `0x${'0'.repeat(64)}`,
        blobHashes: [],
        blobBaseFee: 1n,
        hashOf: unknown,
      },
      {
        from: alice,
        to,
        value: 0n,
        data,
        gas: 100_000n,
        nonce: 7n,
        accessList: [],
        authorizationList: [],
      },
    )
  expect(() => run(target, '0x')).toThrow('not known')
  expect(() => run(null, assemble('0xc0de BALANCE'))).toThrow('not known')
  // The new account itself counts as empty.
  const { status, contractAddress, changes } = run(
    null,
    assemble('ADDRESS BALANCE PUSH0 SLOAD PUSH0 RETURN'),
  )
  expect(status).toBe('success')
  expect(changes[contractAddress ?? alice]).toEqual({
    balance: 0n,
    nonce: 1n,
    code: '0x',
    cleared: true,
  })
})

test('error: rules from before Cancun threw a TypeError of the interpreter', () => {
  const hardfork = 'london' as never
  expect(() => runCode('0x00', { environment: { hardfork } })).toThrow(
    'evm().execute: "environment.hardfork" is "london", expected one of cancun, prague, osaka, amsterdam: no earlier rules are known.',
  )
})
