import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { encodeErrorResult, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import {
  alice,
  ask,
  bob,
  ether,
  nodeWith,
  other,
  quantity,
  returned,
  target,
} from './ask.js'

const call = { to: target }

describe('eth_call', () => {
  test('default: the output, of latest', async () => {
    const node = nodeWith(`PUSH0 CALLDATALOAD 0x01 ADD ${returned}`)
    expect(await ask(node, 'eth_call', { ...call, data: word(41) })).toBe(
      word(42),
    )
    expect(await ask(node, 'eth_call', call, null, null, null)).toBe(word(1))
  })

  test('behavior: a function of an account without code is an error', async () => {
    const node = createMockNode()
    expect(
      await ask(node, 'eth_call', { to: bob, data: '0x70a08231' }),
    ).toMatchObject({
      code: -32001,
      message: expect.stringContaining('has no code'),
    })
  })

  test('behavior: each block has its own state and environment', async () => {
    const node = nodeWith(
      `NUMBER PUSH0 MSTORE TIMESTAMP 0x20 MSTORE PUSH0 SLOAD 0x40 MSTORE
       0x60 PUSH0 RETURN`,
      { timestamp: 1_000n },
    )
    node.preconfirm({
      from: alice,
      to: bob,
      changes: { [target]: { storage: { [word(0)]: word(7) } } },
    })
    node.nextBeat()
    const at = async (block: unknown) =>
      String(await ask(node, 'eth_call', call, block))
        .slice(2)
        .match(/.{64}/g)
        ?.map((digits) => Number(`0x${digits}`))
    expect(await at('latest')).toEqual([0, 1000, 0])
    expect(await at('pending')).toEqual([1, 1002, 7])
    node.nextBlock()
    expect(await at('latest')).toEqual([1, 1002, 7])
    expect(await at('0x0')).toEqual([0, 1000, 0])
    expect(await at({ blockNumber: '0x1' })).toEqual([1, 1002, 7])
    expect(await ask(node, 'eth_call', call, '0x9')).toEqual({
      code: -32001,
      message: 'block not found: 0x9',
    })
  })

  test('options: the pending state in the environment of latest', async () => {
    const node = nodeWith(
      `NUMBER PUSH0 MSTORE 0x0b0b BALANCE 0x20 MSTORE 0x40 PUSH0 RETURN`,
      { calls: { environment: 'latest' } },
    )
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await ask(node, 'eth_call', call, 'pending')).toBe(
      `${word(0)}${word(5).slice(2)}`,
    )
  })

  test('behavior: a call changes nothing', async () => {
    const node = nodeWith(`0x2a PUSH0 SSTORE PUSH0 SLOAD ${returned}`)
    expect(await ask(node, 'eth_call', call, 'pending')).toBe(word(42))
    expect(await ask(node, 'eth_getStorageAt', target, '0x0', 'pending')).toBe(
      word(0),
    )
  })

  test('behavior: without a price it is free and sees no base fee', async () => {
    const node = nodeWith(
      `BASEFEE PUSH0 MSTORE GASPRICE 0x20 MSTORE 0x40 PUSH0 RETURN`,
      { header: { initialBaseFeePerGas: 7n } },
    )
    const of = (fields: object) =>
      ask(node, 'eth_call', { ...call, gas: '0xffff', ...fields })
    const both = (baseFee: number, price: number) =>
      `${word(baseFee)}${word(price).slice(2)}`
    expect(await of({ from: bob })).toBe(both(0, 0))
    expect(await of({ from: alice, gasPrice: '0x9' })).toBe(both(7, 9))
    const fees = { maxFeePerGas: '0x14', maxPriorityFeePerGas: '0x2' }
    expect(await of({ from: alice, ...fees })).toBe(both(7, 9))
  })

  test('behavior: it has the gas of the node, and never more', async () => {
    const node = nodeWith(`GAS ${returned}`, { calls: { gasLimit: 100_000n } })
    const left = word(100_000 - 21_000 - 2)
    expect(await ask(node, 'eth_call', call)).toBe(left)
    expect(await ask(node, 'eth_call', { ...call, gas: '0xffffffff' })).toBe(
      left,
    )
  })

  test('behavior: what the sender pays for gas is not there to send', async () => {
    const node = nodeWith(`CALLER BALANCE ${returned}`)
    expect(
      await ask(node, 'eth_call', {
        ...call,
        from: alice,
        gas: '0xffff',
        gasPrice: '0x2',
      }),
    ).toBe(word(ether - 2n * 0xffffn))
  })

  test('behavior: who sends may be a contract, with any nonce', async () => {
    const node = nodeWith(`CALLER ${returned}`)
    expect(
      await ask(node, 'eth_call', { ...call, from: target, nonce: '0x63' }),
    ).toBe(word(BigInt(target)))
  })

  test('behavior: without a receiver it returns what would be deployed', async () => {
    const node = nodeWith('STOP')
    const data = assemble('0x2a PUSH0 MSTORE8 0x01 PUSH0 RETURN')
    expect(await ask(node, 'eth_call', { from: alice, data })).toBe('0x2a')
    expect(await ask(node, 'eth_call', {})).toBe('0x')
  })
})

describe('a failing call', () => {
  const abi = parseAbi(['error Error(string)', 'error Panic(uint256)'])
  const failing = (data: `0x${string}`) =>
    ask(
      nodeWith(
        'CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY CALLDATASIZE PUSH0 REVERT',
      ),
      'eth_call',
      { ...call, data },
    )

  test('error: a revert has its data, and a reason in words', async () => {
    const reason = encodeErrorResult({
      abi,
      errorName: 'Error',
      args: ['Zu wenig – 不足'],
    })
    expect(await failing(reason)).toEqual({
      code: 3,
      message: 'execution reverted: Zu wenig – 不足',
      data: reason,
    })
    const message = async (code: bigint) =>
      (await failing(
        encodeErrorResult({ abi, errorName: 'Panic', args: [code] }),
      )) as { message: string }
    const told = []
    for (const code of [1n, 0x11n, 0x12n, 0x32n, 0x99n])
      told.push((await message(code)).message)
    expect(told).toMatchInlineSnapshot(`
      [
        "execution reverted: assert(false)",
        "execution reverted: arithmetic underflow or overflow",
        "execution reverted: division or modulo by zero",
        "execution reverted: out-of-bounds access of an array or bytesN",
        "execution reverted: unknown panic code: 0x99",
      ]
    `)
  })

  test('error: data that says nothing in words', async () => {
    for (const data of [
      '0x',
      '0xdeadbeef',
      '0x08c379a0',
      `0x08c379a0${word(32).slice(2)}`,
      `0x08c379a0${word(2n ** 255n).slice(2)}${word(1).slice(2)}`,
      `0x08c379a0${word(32).slice(2)}${word(2n ** 200n).slice(2)}`,
      '0x4e487b7101',
    ] as const)
      expect(await failing(data)).toEqual({
        code: 3,
        message: 'execution reverted',
        data,
      })
  })

  test('error: exceptional halts are told in words', async () => {
    const told: unknown[] = []
    for (const text of [
      '.0c',
      '.fe',
      'ADD',
      'JUMPDEST PUSH0 PUSH0 JUMP',
      '0x05 JUMP',
      'JUMPDEST PUSH0 JUMP',
      '0x01 PUSH0 PUSH0 RETURNDATACOPY',
      '0x03 0x64 MSTORE 0x64 0x05 EXP 0xffffffffff MSTORE',
    ])
      told.push(
        await ask(
          nodeWith(text, { calls: { gasLimit: 99_999n } }),
          'eth_call',
          call,
        ),
      )
    expect(told).toMatchInlineSnapshot(`
      [
        {
          "code": -32000,
          "message": "invalid opcode: opcode 0xc not defined",
        },
        {
          "code": -32000,
          "message": "invalid opcode: INVALID",
        },
        {
          "code": -32000,
          "message": "stack underflow (0 <=> 2)",
        },
        {
          "code": -32000,
          "message": "stack limit reached 1024 (1023)",
        },
        {
          "code": -32000,
          "message": "invalid jump destination",
        },
        {
          "code": -32000,
          "message": "out of gas",
        },
        {
          "code": -32000,
          "message": "return data out of bounds",
        },
        {
          "code": -32000,
          "message": "out of gas",
        },
      ]
    `)
  })
})

describe('a call that cannot begin', () => {
  test.each([
    [
      'funds',
      { from: bob, value: '0x1' },
      'err: insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000B0b have 0 want 1 (supplied gas 50000000)',
    ],
    [
      'funds for gas',
      { from: bob, gasPrice: '0x9', gas: '0x5208' },
      'err: insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000B0b have 0 want 189000 (supplied gas 21000)',
    ],
    [
      'a price below the base fee',
      { from: alice, gasPrice: '0x1' },
      'err: max fee per gas less than block base fee: address 0x00000000000000000000000000000000000A11cE, maxFeePerGas: 1, baseFee: 7 (supplied gas 50000000)',
    ],
    [
      'a tip above the whole',
      { from: alice, maxFeePerGas: '0x8', maxPriorityFeePerGas: '0x9' },
      'err: max priority fee per gas higher than max fee per gas: address 0x00000000000000000000000000000000000A11cE, maxPriorityFeePerGas: 9, maxFeePerGas: 8 (supplied gas 50000000)',
    ],
    [
      'gas',
      { gas: '0x5207' },
      'err: intrinsic gas too low: have 20999, want 21000 (supplied gas 20999)',
    ],
    [
      'gas for the floor',
      { data: `0x${'01'.repeat(99)}`, gas: '0x5a00' },
      'err: insufficient gas for floor data gas cost: have 23040, want 24960 (supplied gas 23040)',
    ],
    [
      'two prices',
      { gasPrice: '0x9', maxFeePerGas: '0x9' },
      'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    ],
    [
      'two inputs',
      { data: '0x01', input: '0x02' },
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
    ],
    [
      'another chain',
      { chainId: '0x1' },
      "chainId does not match node's (have=1, want=31337)",
    ],
    [
      'initcode too long',
      { to: null, data: `0x${'00'.repeat(49_153)}` },
      'err: max initcode size exceeded: code size 49153 limit 49152 (supplied gas 50000000)',
    ],
    [
      'no authorizations',
      { authorizationList: [] },
      'err: EIP-7702 transaction with empty auth list (sender 0x0000000000000000000000000000000000000000) (supplied gas 50000000)',
    ],
    [
      'blobs of no version',
      { blobVersionedHashes: [word(1)] },
      'err: blob 0 has invalid hash version (supplied gas 50000000)',
    ],
    [
      'no blobs',
      { blobVersionedHashes: [] },
      'err: blob transaction missing blob hashes (supplied gas 50000000)',
    ],
    [
      'a creation with blobs',
      { to: null, blobVersionedHashes: [word(1)] },
      'err: blob transaction of type create (supplied gas 50000000)',
    ],
  ])('error: %s', async (_, fields, message) => {
    const node = nodeWith('STOP', { header: { initialBaseFeePerGas: 7n } })
    expect(await ask(node, 'eth_call', { ...call, ...fields })).toEqual({
      code: -32000,
      message,
    })
    expect(await ask(node, 'eth_call', call)).toBe('0x')
  })

  test('behavior: the same data twice is no contradiction', async () => {
    const node = nodeWith(`CALLDATASIZE ${returned}`)
    expect(
      await ask(node, 'eth_call', { ...call, data: '0xAB', input: '0xab' }),
    ).toBe(word(1))
  })
})

describe('overrides', () => {
  test('behavior: accounts', async () => {
    const node = nodeWith(`PUSH0 SLOAD 0x01 SLOAD ADD ${returned}`)
    node.setStorageAt({ address: target, index: word(0), value: word(1) })
    node.nextBlock()
    const sum = (fields: object) =>
      ask(node, 'eth_call', call, 'latest', { [target]: fields })
    expect(await sum({})).toBe(word(1))
    expect(await sum({ stateDiff: { [word(1)]: word(5) } })).toBe(word(6))
    expect(await sum({ state: { [word(1)]: word(5) } })).toBe(word(5))
    expect(await sum({ stateDiff: { [word(0)]: word(0) } })).toBe(word(0))
    expect(await sum({ code: assemble(`ADDRESS ${returned}`) })).toBe(
      word(BigInt(target)),
    )
    expect(
      await sum({
        balance: '0x9',
        code: assemble(`SELFBALANCE ${returned}`),
      }),
    ).toBe(word(9))
    expect(
      await ask(node, 'eth_call', { ...call, from: bob, value: '0x1' }, null, {
        [bob]: { balance: '0x1' },
      }),
    ).toBe(word(1))
  })

  test('behavior: a nonce decides the address of what is created', async () => {
    const node = nodeWith(`PUSH0 PUSH0 PUSH0 CREATE ${returned}`)
    const created = (nonce: number) =>
      ask(node, 'eth_call', call, 'latest', {
        [target]: { nonce: quantity(nonce) },
      })
    expect(await created(1)).not.toBe(await created(2))
  })

  test('behavior: the block', async () => {
    const node = nodeWith(
      `NUMBER PUSH0 MSTORE TIMESTAMP 0x20 MSTORE GASLIMIT 0x40 MSTORE
       COINBASE 0x60 MSTORE PREVRANDAO 0x80 MSTORE BASEFEE 0xa0 MSTORE
       BLOBBASEFEE 0xc0 MSTORE 0xe0 PUSH0 RETURN`,
    )
    const overrides = {
      number: '0x64',
      time: '0x65',
      gasLimit: '0x66',
      feeRecipient: bob,
      prevRandao: word(0x67),
      baseFeePerGas: '0x68',
      blobBaseFee: '0x69',
      difficulty: '0x1',
    }
    const gasPrice = { from: alice, gasPrice: '0x68', gas: '0xffff' }
    const output = await ask(
      node,
      'eth_call',
      { ...call, ...gasPrice },
      'latest',
      {},
      overrides,
    )
    expect(String(output).slice(2).match(/.{64}/g)).toEqual(
      [0x64, 0x65, 0x66, BigInt(bob), 0x67, 0x68, 0x69].map((value) =>
        word(BigInt(value)).slice(2),
      ),
    )
  })

  test.each(['latest', 'pending'])(
    'behavior: the hash of a block that %s does not follow was an error',
    async (tag) => {
      const node = nodeWith(`PUSH0 CALLDATALOAD BLOCKHASH ${returned}`)
      node.nextBlock(3)
      const hashAt = (wanted: number) => {
        const asked = { ...call, data: word(wanted) }
        return ask(node, 'eth_call', asked, tag, {}, { number: '0x9' })
      }
      const { hash } = (await ask(
        node,
        'eth_getBlockByNumber',
        '0x2',
        false,
      )) as { hash: string }
      expect(await hashAt(2)).toBe(hash)
      expect(await hashAt(4)).toBe(word(0))
      expect(await hashAt(8)).toBe(word(0))
    },
  )

  test('error: state beside stateDiff, and fields of simulated blocks', async () => {
    const node = nodeWith('STOP')
    const both = { state: {}, stateDiff: {} }
    expect(
      await ask(node, 'eth_call', call, 'latest', { [target]: both }),
    ).toEqual({
      code: -32000,
      message: `account ${getAddress(target)} has both 'state' and 'stateDiff'`,
    })
    expect(
      await ask(node, 'eth_call', call, 'latest', {}, { beaconRoot: word(1) }),
    ).toEqual({
      code: -32000,
      message:
        'block override "beaconRoot" is not supported for this RPC method',
    })
  })
})

describe('an imported block', () => {
  test.each(['latest', 'pending'] as const)(
    'behavior: opcodes read what %s says of itself',
    async (tag) => {
      const origin = nodeWith('STOP')
      origin.nextBlock()
      const sealed = await ask(origin, 'eth_getBlockByNumber', 'latest', false)
      const block = {
        ...(sealed as object),
        number: '0x64',
        timestamp: '0xffffffff',
        gasLimit: '0x66',
        miner: bob,
        mixHash: word(0x67),
        baseFeePerGas: '0x68',
      }
      const node = nodeWith('STOP')
      node.importBlock(tag === 'pending' ? { block, as: tag } : { block })
      const code = assemble(
        `NUMBER PUSH0 MSTORE TIMESTAMP 0x20 MSTORE GASLIMIT 0x40 MSTORE
         COINBASE 0x60 MSTORE PREVRANDAO 0x80 MSTORE BASEFEE 0xa0 MSTORE
         0xc0 PUSH0 RETURN`,
      )
      const offer = { from: alice, gasPrice: '0x68', gas: '0xffff' }
      const output = await ask(node, 'eth_call', { ...call, ...offer }, tag, {
        [alice]: { balance: quantity(ether) },
        [target]: { code },
      })
      expect(String(output).slice(2).match(/.{64}/g)).toEqual(
        [0x64, 0xffffffff, 0x66, BigInt(bob), 0x67, 0x68].map((value) =>
          word(BigInt(value)).slice(2),
        ),
      )
    },
  )
})

describe('bounds', () => {
  test('behavior: an endless loop runs out of gas', async () => {
    const node = nodeWith('JUMPDEST PUSH0 JUMP', {
      calls: { gasLimit: 1_000_000n },
    })
    expect(await ask(node, 'eth_call', call)).toEqual({
      code: -32000,
      message: 'out of gas',
    })
  })

  test('behavior: calls within calls end at depth 1024', async () => {
    // Each returns how many ran within it and itself.
    const node = createMockNode({
      engine: evm(),
      calls: { gasLimit: 2n ** 40n },
      accounts: {
        [target]: {
          code: assemble(
            `0x20 PUSH0 PUSH0 PUSH0 PUSH0 ADDRESS GAS CALL POP
             PUSH0 MLOAD 0x01 ADD ${returned}`,
          ),
        },
        [other]: {},
      },
    })
    expect(await ask(node, 'eth_call', call)).toBe(word(1_025))
  })
})
