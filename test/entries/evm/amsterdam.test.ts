import { describe, expect, test } from 'vitest'
import type { Address, Hash, Hex } from '../../../src/base/hex/hex.js'
import type { Message } from '../../../src/engine/engine.js'
import { floorGas, intrinsicGas } from '../../../src/engine/gas.js'
import { addressOf, assemble } from './assemble.js'
import type { Written } from './memoryState.js'
import { alice, send, target } from './message.js'

const hardfork = 'amsterdam' as const
const bob = addressOf(0xb0b)
const emitter = '0xfffffffffffffffffffffffffffffffffffffffe'
const word = (value: number | bigint): Hash =>
  `0x${value.toString(16).padStart(64, '0')}`
const topicOf = (address: Address): Hash =>
  `0x${address.slice(2).padStart(64, '0')}`

type Given = {
  readonly code?: string
  readonly accounts?: { readonly [address: Address]: Written }
  readonly message?: Partial<Message>
}

/** Runs a message from alice, by default one to `target` with that code. */
function run({ code = 'STOP', accounts = {}, message = {} }: Given) {
  return send({
    environment: { hardfork, slotNumber: 77n },
    accounts: {
      [target]: { nonce: 1n, balance: 9n, code: assemble(code) },
      ...accounts,
    },
    message: { gas: 2_000_000n, ...message },
  })
}

/** What the code costs beyond the message. */
function gasOf(code: string, given: Omit<Given, 'code'> = {}) {
  return run({ code, ...given }).gasUsed - 15_000n
}

const plain: Message = {
  from: alice,
  to: bob,
  value: 0n,
  data: '0x',
  gas: 0n,
  nonce: 0n,
  accessList: [],
  authorizationList: [],
}

describe('EIP-2780', () => {
  const existing = { [bob]: { balance: 1n } }
  test.each<[string, Partial<Message>, bigint]>([
    ['to oneself', { to: alice, value: 1n }, 12_000n],
    ['of nothing', { to: bob }, 15_000n],
    ['to an account', { to: bob, value: 1n }, 21_000n],
    ['of nothing to a new account', { to: addressOf(0xdead) }, 15_000n],
    ['to a new account', { to: addressOf(0xdead), value: 1n }, 204_600n],
  ])('a transfer %s', (_, message, gasUsed) => {
    expect(run({ accounts: existing, message })).toMatchObject({
      status: 'success',
      gasUsed,
    })
  })

  test('a creation, and one where a balance waits', () => {
    const created = run({ message: { to: null, value: 1n } })
    expect(created.gasUsed).toBe(24_000n + 183_600n)
    const address = created.contractAddress as Address
    const accounts = { [address]: { balance: 1n } }
    expect(run({ accounts, message: { to: null } }).gasUsed).toBe(24_000n)
  })

  test('too little for the account: it fails, and costs all of it', () => {
    const message = { to: bob, value: 1n, gas: 204_599n }
    expect(run({ message })).toMatchObject({
      status: 'reverted',
      halt: 'out of gas',
      gasUsed: 204_599n,
      blockGas: { execution: 204_599n, state: 0n },
      logs: [],
    })
  })

  test('a delegated recipient: its target is paid for, and listed then', () => {
    const delegated = { code: `0xef0100${target.slice(2)}` as Hex, nonce: 1n }
    const accounts = { [bob]: delegated }
    const ran = run({ accounts, message: { to: bob } })
    expect(ran.gasUsed).toBe(18_000n)
    expect(ran.accessed).toHaveProperty(target)
    const short = run({ accounts, message: { to: bob, gas: 17_999n } })
    expect(short).toMatchObject({ halt: 'out of gas', gasUsed: 17_999n })
    expect(short.accessed).not.toHaveProperty(target)
    expect(short.accessed).toHaveProperty(bob)
  })
})

describe('EIP-7976 and EIP-7981', () => {
  const price = (message: Partial<Message>) => [
    intrinsicGas({ ...plain, ...message }, { hardfork }),
    floorGas({ ...plain, ...message }, { hardfork }),
  ]
  test('data: 4 or 16 gas a byte, and never less than 64', () => {
    expect(price({ data: '0x0001' })).toEqual([15_020n, 15_128n])
    expect(price({ to: null, data: '0x00' })).toEqual([24_006n, 24_064n])
  })

  test('a listed address costs 4,180, a key 4,048', () => {
    const accessList = [{ address: bob, storageKeys: [word(0), word(1)] }]
    expect(price({ accessList })).toEqual([
      15_000n + 4_180n + 2n * 4_048n,
      15_000n + 1_280n + 2n * 2_048n,
    ])
  })
})

describe('EIP-7708', () => {
  const log = (from: Address, to: Address, wei: number) => ({
    address: emitter,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      topicOf(from),
      topicOf(to),
    ],
    data: word(wei),
  })
  const pay = (wei: string) =>
    `PUSH0 PUSH0 PUSH0 PUSH0 ${wei} 0x0b0b GAS CALL POP`

  test('the transaction, then what the contract sends', () => {
    const { logs } = run({
      code: `PUSH0 PUSH0 LOG0 ${pay('0x03')}`,
      accounts: { [bob]: { balance: 1n } },
      message: { value: 2n },
    })
    expect(logs).toEqual([
      log(alice, target, 2),
      { address: target, topics: [], data: '0x' },
      log(target, bob, 3),
    ])
  })

  test('none for nothing, to oneself, or under CALLCODE', () => {
    const itself = `PUSH0 PUSH0 PUSH0 PUSH0 0x01 ADDRESS GAS CALL POP`
    const foreign = `PUSH0 PUSH0 PUSH0 PUSH0 0x01 0x0b0b GAS CALLCODE POP`
    const code = `CALLVALUE 0x60 JUMPI ${pay('PUSH0')} ${foreign} ${itself}`
    expect(run({ code }).logs).toEqual([])
    expect(run({ message: { to: alice, value: 1n } }).logs).toEqual([])
  })

  test('it dies with its frame', () => {
    const code = `${pay('0x01')} PUSH0 PUSH0 REVERT`
    expect(run({ code, message: { value: 1n } }).logs).toEqual([])
  })

  test('SELFDESTRUCT sweeps the balance', () => {
    const accounts = { [bob]: { balance: 1n } }
    expect(run({ code: '0x0b0b SELFDESTRUCT', accounts }).logs).toEqual([
      log(target, bob, 9),
    ])
  })
})

describe('EIP-8038', () => {
  const existing = { accounts: { [bob]: { nonce: 1n } } }
  test.each<[string, bigint]>([
    ['0x0b0b BALANCE', 3_003n],
    ['0x0b0b EXTCODESIZE', 3_103n],
    ['0x0b0b EXTCODEHASH', 3_003n],
    ['PUSH0 PUSH0 PUSH0 0x0b0b EXTCODECOPY', 3_109n],
    ['PUSH0 SLOAD', 2_102n],
    ['PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0x0b0b GAS CALL', 3_015n],
    // The callee does not use the stipend, which comes back.
    ['PUSH0 PUSH0 PUSH0 PUSH0 0x01 0x0b0b GAS CALL', 12_016n],
    ['0x0b0b SELFDESTRUCT', 8_003n],
  ])('%s costs %i', (code, gas) => {
    expect(gasOf(code, existing)).toBe(gas)
  })

  const stored = { [target]: { nonce: 1n, storage: { [word(0)]: word(1) } } }
  const store = (code: string, from: 0 | 1) => {
    const account = from === 1 ? stored[target] : { nonce: 1n }
    return run({
      accounts: { [target]: { ...account, code: assemble(code) } },
    })
  }
  test('SSTORE: access, the first change, and what comes back of it', () => {
    expect(store('0x02 PUSH0 SSTORE', 1).gasUsed).toBe(15_000n + 12_105n)
    expect(store('0x01 PUSH0 SSTORE', 1).gasUsed).toBe(15_000n + 2_105n)
    // 27,104 were spent, and at most a fifth comes back.
    expect(store('PUSH0 PUSH0 SSTORE', 1)).toMatchObject({
      gasUsed: 27_104n - 5_420n,
      refund: 5_420n,
      blockGas: { execution: 27_104n, state: 0n },
    })
  })

  test('EXTCODECOPY without gas for its copy lists nobody', () => {
    const code = '0x20 PUSH0 PUSH0 0x0b0b EXTCODECOPY'
    const at = (gas: bigint) => run({ code, message: { gas } }).accessed
    expect(at(15_000n + 3_115n)).not.toHaveProperty(bob)
    expect(at(15_000n + 3_116n)).toHaveProperty(bob)
  })

  test('SSTORE needs more than the stipend, and is not listed before', () => {
    const at = (gas: bigint) =>
      run({ code: '0x01 PUSH0 SSTORE', message: { gas } }).accessed?.[target]
    expect(at(15_000n + 5n + 2_300n)).toEqual([])
    expect(at(15_000n + 5n + 2_301n)).toEqual([word(0)])
  })
})

describe('EIP-8037', () => {
  const cap = 2n ** 24n
  test('a slot: 97,920 of state, which come back if it is cleared', () => {
    expect(run({ code: '0x01 PUSH0 SSTORE' }).blockGas).toEqual({
      execution: 15_000n + 5n + 12_100n,
      state: 97_920n,
    })
    const cleared = run({ code: '0x01 PUSH0 SSTORE PUSH0 PUSH0 SSTORE' })
    // The write comes back as a refund, the state at once.
    expect(cleared).toMatchObject({
      blockGas: { execution: 27_209n, state: 0n },
      refund: 5_441n,
    })
  })

  test('beyond 2^24, gas pays for state, and GAS does not show it', () => {
    const code = 'GAS PUSH0 MSTORE 0x01 PUSH0 SSTORE 0x20 PUSH0 RETURN'
    const ran = run({ code, message: { gas: cap + 97_920n } })
    expect(BigInt(ran.output)).toBe(cap - 15_000n - 2n)
    expect(ran.blockGas?.state).toBe(97_920n)
    const halted = run({
      code: `${code} INVALID`.replace('0x20 PUSH0 RETURN', ''),
      message: { gas: cap + 97_920n },
    })
    expect(halted.gasUsed).toBe(cap)
  })

  test('a slot that a call clears comes back to the gas of who paid', () => {
    // It sets a slot, and delegates to code that clears it.
    const code =
      '0x01 PUSH0 SSTORE PUSH0 PUSH0 PUSH0 PUSH0 0x0b0b GAS DELEGATECALL POP GAS PUSH0 MSTORE 0x20 PUSH0 RETURN'
    const accounts = { [bob]: { code: assemble('PUSH0 PUSH0 SSTORE') } }
    const { output, blockGas } = run({ code, accounts })
    const spent = 12_105n + 8n + 3n + 2n + 3_000n + 104n + 2n + 2n
    expect(BigInt(output)).toBe(2_000_000n - 15_000n - spent)
    expect(blockGas?.state).toBe(0n)
  })

  const create = 'PUSH0 PUSH0 0x0a CREATE'
  test('a creation without the endowment costs no account', () => {
    const ran = run({ code: create, message: { gas: 50_000n } })
    expect(ran).toMatchObject({ status: 'success', gasUsed: 27_007n })
    expect(Object.keys(ran.accessed ?? {})).toEqual([target])
  })

  test('without gas for its account, the address is listed and it halts', () => {
    const ran = run({
      code: 'PUSH0 PUSH0 PUSH0 CREATE',
      message: { gas: 100_000n },
    })
    expect(ran).toMatchObject({ halt: 'out of gas', gasUsed: 100_000n })
    expect(Object.keys(ran.accessed ?? {})).toHaveLength(2)
  })

  test('a transaction that halts gets no gas back for its account', () => {
    const data = assemble('INVALID')
    const message = { to: null, data, gas: 1_000_000n }
    expect(run({ message })).toMatchObject({
      gasUsed: 1_000_000n,
      blockGas: { execution: 1_000_000n, state: 0n },
    })
    // What was paid for the account comes back, down to the floor of the data.
    const reverted = assemble('PUSH0 PUSH0 REVERT')
    expect(run({ message: { ...message, data: reverted } }).gasUsed).toBe(
      24_000n + 3n * 64n,
    )
  })

  test('a call without gas for its target leaves the reservoir alone', () => {
    const code = `0x01 PUSH0 SSTORE ${'PUSH0 '.repeat(4)} 0x01 0x0b0b GAS CALL`
    const gas = cap + 50_000n
    const spent = run({
      code: `PUSH0 0x40000000 MSTORE ${code}`,
      message: { gas },
    })
    expect(spent).toMatchObject({ halt: 'out of gas', gasUsed: cap })
  })

  test('a call that fails gives back what its account costs', () => {
    // A precompile without an account, which refuses its input.
    const code =
      '0x01 0x01 PUSH0 PUSH0 0x01 0x06 0x0200 CALL POP GAS PUSH0 MSTORE 0x20 PUSH0 RETURN'
    const { output, blockGas } = run({
      code: code.replace(
        '0x01 0x01 PUSH0 PUSH0 0x01 0x06',
        'PUSH0 PUSH0 0x01 PUSH0 0x01 0x08',
      ),
    })
    const spent = 2n + 2n + 3n + 2n + 3n + 3n + 3n + 100n + 11_300n + 3n
    expect(blockGas?.state).toBe(0n)
    // The callee had what it was given, and the stipend.
    expect(2_000_000n - 15_000n - spent - 512n - 2n - 2n).toBe(BigInt(output))
  })

  test('code: 6 gas a word and 1,530 of state a byte', () => {
    const data = assemble('0x21 PUSH0 RETURN')
    const { blockGas } = run({ message: { to: null, data } })
    expect(blockGas?.state).toBe(183_600n + 33n * 1_530n)
  })
})

describe('EIP-7954', () => {
  test('code of 65,536 bytes, and not one more', () => {
    const create = (size: string) =>
      run({
        message: {
          to: null,
          data: assemble(`${size} PUSH0 RETURN`),
          gas: 2n ** 24n + 110_000_000n,
        },
      })
    expect(create('0x010000').status).toBe('success')
    expect(create('0x010001').halt).toBe('max code size exceeded')
  })
})

describe('EIP-7843', () => {
  test('SLOTNUM', () => {
    const code = 'SLOTNUM PUSH0 MSTORE 0x20 PUSH0 RETURN'
    expect(run({ code }).output).toBe(word(77))
    expect(gasOf('SLOTNUM')).toBe(2n)
  })
})

describe('EIP-8024', () => {
  const pushes = Array.from(
    { length: 30 },
    (_, index) => `0x${(index + 1).toString(16).padStart(2, '0')}`,
  ).join(' ')
  const byte = (value: number) => value.toString(16).padStart(2, '0')
  /** The values at these depths after it ran on 1 up to 30, the top. */
  const left = (code: string, ...depths: number[]) => {
    const stores = depths.map(
      (depth, index) => `.${byte(0x80 + depth)} 0x${byte(32 * index)} MSTORE`,
    )
    const size = byte(32 * depths.length)
    const { output, halt } = run({
      code: `${pushes} ${code} ${stores.join(' ')} 0x${size} PUSH0 RETURN`,
    })
    const words = depths.map((_, index) => output.slice(2 + 64 * index))
    return halt ?? words.map((digits) => Number(`0x${digits.slice(0, 64)}`))
  }

  test('DUPN copies from 17 on', () => {
    expect(left('DUPN .80', 0)).toEqual([14])
    expect(left('DUPN .8d', 0)).toEqual([1])
    expect(left('DUPN .8e', 0)).toBe('stack underflow (30 <=> 31)')
    expect(left('DUPN .5b', 0)).toBe('invalid opcode: DUPN')
    expect(left('DUPN .7f', 0)).toBe('invalid opcode: DUPN')
  })

  test('SWAPN swaps the top with what lies one deeper', () => {
    expect(left('SWAPN .80', 0)).toEqual([13])
    expect(left('SWAPN .8d', 0)).toBe('stack underflow (30 <=> 31)')
    expect(left('SWAPN .60', 0)).toBe('invalid opcode: SWAPN')
  })

  test('EXCHANGE swaps two below the top', () => {
    // 0x8e is 1 by 143: 0 and 1, which are less, so the 1st and 2nd.
    expect(left('EXCHANGE .8e', 0, 1, 2)).toEqual([30, 28, 29])
    // 0x9f is 16: 1 and 0, so the 1st and the 28th.
    expect(left('EXCHANGE .9f', 1)).toEqual([2])
    expect(left('EXCHANGE .52', 0)).toBe('invalid opcode: EXCHANGE')
  })

  test('the byte after it may be a jump destination', () => {
    expect(run({ code: '0x04 JUMP .e6 JUMPDEST STOP' }).status).toBe('success')
  })
})

describe('EIP-8246', () => {
  const initcode = (heir: string) => assemble(`${heir} SELFDESTRUCT`)
  test('what it created keeps its balance, and nothing else', () => {
    const message = { to: null, value: 7n, data: initcode('ADDRESS') }
    const { changes, logs, contractAddress } = run({ message })
    expect(changes[contractAddress as Address]).toEqual({
      balance: 7n,
      nonce: 0n,
      code: '0x',
      cleared: true,
    })
    expect(logs).toHaveLength(1)
  })

  test('without a balance nothing is left of it', () => {
    const accounts = { [bob]: { balance: 1n } }
    const message = { to: null, value: 7n, data: initcode('0x0b0b') }
    const { changes, contractAddress } = run({ accounts, message })
    expect(changes[contractAddress as Address]).toBeNull()
  })
})
