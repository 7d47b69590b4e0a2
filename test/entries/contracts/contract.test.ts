import { createMockNode } from 'preseal'
import { contract, erc20, erc721, slotOf } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  custom,
  encodeFunctionData,
  getAddress,
  parseAbi,
  parseAbiItem,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { thrown } from '../../base/clock/thrown.js'
import { ask } from '../../node/reads.js'
import { refusal } from '../../node/schema/refusal.js'
import { says } from '../../says.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const address = '0x000000000000000000000000000000000000c0de'
const usdc = '0x000000000000000000000000000000000000cafe'

const abi = parseAbi([
  'function total() view returns (uint256)',
  'function held(address owner) view returns (uint256)',
  'function all(address owner) view returns (address, uint256, string)',
  'function put(uint256 amount)',
  'function pay() payable returns (uint256)',
  'function forward(address token, address to, uint256 amount) returns (bool)',
  'function probe(address token) returns (bool, bytes)',
  'function again()',
  'function missing(uint256 id)',
  'function broken() view returns (uint256)',
  'function sly() view',
  'function odd() view returns (uint256)',
  'function say(string text)',
  'event Put(address indexed by, uint256 amount)',
  'error Paused(uint256 until)',
])

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
])

const vault = contract({
  address,
  abi,
  storage: { [slotOf('total')]: toHex(7n) },
  functions: {
    total: ({ state }) => state.get('total'),
    held: ({ args: [owner], state }) => state.get('held', owner),
    all: ({ args: [owner], state }) => [
      owner,
      state.get('held', owner),
      state.getText('said'),
    ],
    put({ args: [amount], state, message, emit, revert }) {
      if (amount === 0n) revert('nothing to put')
      if (amount === 13n) revert('Paused', [7n])
      if (amount === 14n) revert()
      state.set('total', state.get('total') + amount)
      state.set(['held', message.from], amount)
      emit('Put', { by: message.from, amount })
    },
    pay: ({ message, state }) => {
      expect(state.balance()).toBe(message.value)
      return message.value
    },
    forward: ({ args: [token, to, amount], call }) =>
      call({
        address: token,
        abi: tokenAbi,
        functionName: 'transfer',
        args: [to, amount],
      }),
    probe({ args: [token], call }) {
      const { status, output } = call({ to: token, data: '0x12345678' })
      return [status === 'success', output]
    },
    again: ({ call }) => {
      const data = encodeFunctionData({ abi, functionName: 'again' })
      call({ to: address, data })
      call({ to: address, data })
    },
    broken() {
      const nothing = undefined as unknown as { length: bigint }
      return nothing.length
    },
    sly: ({ state }) => state.set('total', 0n),
    odd: () => 'text' as unknown as bigint,
    say: ({ args: [text], state }) => state.setText('said', text),
  },
})

const engines = [
  ['no engine', undefined],
  ['the interpreter', evm()],
] as const

function create(engine?: ReturnType<typeof evm>) {
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n ** 18n } },
    contracts: [
      vault,
      erc20({ address: usdc, symbol: 'USDC', balances: { [address]: 9n } }),
    ],
    engine,
  })
  const client = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  const both = [...abi, ...tokenAbi]
  const asked = (functionName: string, args: readonly unknown[]) =>
    ({ address, abi: both, functionName, args }) as never
  return {
    node,
    client,
    read: (name: string, ...args: unknown[]): Promise<unknown> =>
      client.readContract(asked(name, args)),
    simulate: (
      name: string,
      ...args: unknown[]
    ): Promise<{ result: unknown }> =>
      client.simulateContract(asked(name, args)),
  }
}

const send = (
  node: ReturnType<typeof createMockNode>,
  data: `0x${string}`,
  value = 0n,
) => {
  node.preconfirm({
    from: alice,
    to: address,
    data,
    value,
    gas: 500_000n,
    execute: true,
  })
  node.nextBeat()
}

/** What viem makes of a call that fails. */
async function failure(act: Promise<unknown>): Promise<BaseError> {
  const thrown = await act.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof BaseError) return thrown
  throw new Error(`It did not fail as viem does: ${thrown}`)
}

describe.each(engines)('contract, with %s', (_, engine) => {
  test('default: reads and writes the storage of the chain', async () => {
    const { node, client } = create(engine)
    const read = (blockTag: 'latest' | 'pending') =>
      client.readContract({ address, abi, functionName: 'total', blockTag })
    expect(await read('latest')).toBe(7n)
    send(node, encodeFunctionData({ abi, functionName: 'put', args: [5n] }))
    expect(await read('latest')).toBe(7n)
    expect(await read('pending')).toBe(12n)
    node.nextBlock()
    expect(await read('latest')).toBe(12n)
    const block = await client.getBlock()
    const [hash = '0x'] = block.transactions
    const receipt = await client.getTransactionReceipt({ hash })
    expect(receipt.gasUsed).toBe(51_000n + 16n * 5n + 4n * 31n)
    expect(receipt.logs).toMatchObject([
      {
        address,
        topics: [
          toEventSelector('Put(address,uint256)'),
          `0x${alice.slice(2).padStart(64, '0')}`,
        ],
        data: toHex(5n, { size: 32 }),
      },
    ])
    node.reorg()
    expect(await read('latest')).toBe(7n)
  })

  test('behavior: several outputs, mappings and texts', async () => {
    const { node, read } = create(engine)
    const said = 'Grüße an alle, die mehr als einen Slot füllen'
    send(node, encodeFunctionData({ abi, functionName: 'say', args: [said] }))
    send(node, encodeFunctionData({ abi, functionName: 'put', args: [5n] }))
    node.nextBlock()
    expect(await read('all', alice)).toEqual([getAddress(alice), 5n, said])
  })

  test('behavior: wei arrive where the function is payable', async () => {
    const { node, client } = create(engine)
    const { result } = await client.simulateContract({
      address,
      abi,
      functionName: 'pay',
      account: alice,
      value: 3n,
    })
    expect(result).toBe(3n)
    const data = encodeFunctionData({ abi, functionName: 'put', args: [1n] })
    send(node, data, 3n)
    expect(await client.getBalance({ address })).toBe(0n)
  })

  test('behavior: calls others, whose failure is its own', async () => {
    const { simulate } = create(engine)
    const forward = (amount: bigint) => simulate('forward', usdc, bob, amount)
    expect((await forward(9n)).result).toBe(true)
    const error = await failure(forward(10n))
    const reverted = error.walk(
      (inner) => inner instanceof ContractFunctionRevertedError,
    ) as ContractFunctionRevertedError
    expect(reverted.data).toMatchObject({
      errorName: 'ERC20InsufficientBalance',
      args: [getAddress(address), 9n, 10n],
    })
    const { result } = await simulate('probe', usdc)
    expect(result).toEqual([false, '0x'])
  })

  const reverts = [
    [0n, 'nothing to put', undefined],
    [13n, undefined, { errorName: 'Paused', args: [7n] }],
    [14n, undefined, undefined],
  ] as const

  test.each(reverts)(
    'behavior: revert of put(%s)',
    async (amount, reason, data) => {
      const { simulate } = create(engine)
      const error = await failure(simulate('put', amount))
      const reverted = error.walk(
        (inner) => inner instanceof ContractFunctionRevertedError,
      ) as ContractFunctionRevertedError
      expect(reverted).toBeInstanceOf(ContractFunctionRevertedError)
      if (reason) expect(reverted.reason).toBe(reason)
      if (data) expect(reverted.data).toMatchObject(data)
    },
  )

  test('behavior: what calls itself for ever ends', async () => {
    const { client } = create(engine)
    await client.call({
      to: address,
      data: encodeFunctionData({ abi, functionName: 'again' }),
      gas: 2_000_000n,
    })
  })

  test('behavior: data that no function reads reverts', async () => {
    const { client } = create(engine)
    for (const data of [
      '0x',
      '0x12345678',
      '0x6ee2a4b2',
      '0x6ee2a4b200',
    ] as const) {
      const error = await failure(client.call({ to: address, data }))
      expect(error.details, data).toBe('execution reverted')
    }
  })

  const mistakes = [
    [
      'missing',
      [1n],
      /^missing\(uint256\) of the contract 0x0{36}c0de was called, but no function implements it\. Add missing to the "functions"/,
    ],
    [
      'broken',
      [],
      /^broken of the contract 0x0{36}c0de threw TypeError: .*length.* \(at .*contract\.test\.ts:\d+:\d+\)*\. To revert instead, call revert\./,
    ],
    [
      'sly',
      [],
      /^sly of the contract 0x0{36}c0de writes, but its ABI says view \(at .*contract\.test\.ts:\d+:\d+\)*\. Do not write in it, or remove view from its ABI\./,
    ],
    [
      'odd',
      [],
      /^odd of the contract 0x0{36}c0de returned "text", but uint256 was expected\./,
    ],
  ] as const

  test.each(mistakes)('error: %s', async (functionName, args, expected) => {
    const { node, client } = create(engine)
    const data = encodeFunctionData({ abi, functionName, args } as never)
    const error = await failure(client.call({ to: address, data }))
    expect(error.details).toMatch(expected)
    expect(node.now).toBe(0)
  })
})

describe('contract', () => {
  test('behavior: fallback and receive', async () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 9n } },
      contracts: [
        contract({
          address,
          abi: [],
          fallback: ({ message }) => `0xBEEF${message.data.slice(2)}`,
          receive: ({ state, message }) => state.set(0, message.value),
        }),
      ],
    })
    const client = createPublicClient({
      transport: custom(node.provider, { retryCount: 0 }),
    })
    const { data } = await client.call({ to: address, data: '0x1234' })
    expect(data).toBe('0xbeef1234')
    send(node, '0x', 4n)
    expect(
      await client.getStorageAt({ address, slot: '0x0', blockTag: 'pending' }),
    ).toBe(toHex(4n, { size: 32 }))
  })

  test('behavior: gas that it declares', async () => {
    const costly = contract({
      address,
      abi: parseAbi(['function f()']),
      functions: { f: () => {} },
      gas: 123_456n,
    })
    const node = createMockNode({ contracts: [costly] })
    const client = createPublicClient({
      transport: custom(node.provider, { retryCount: 0 }),
    })
    const data = encodeFunctionData({ abi: parseAbi(['function f()']) })
    const gas = await client.estimateGas({ to: address, data })
    expect(gas).toBe(21_064n + 123_456n)
    const error = await failure(
      client.call({ to: address, data, gas: 100_000n }),
    )
    expect(error.details).toBe('out of gas')
  })

  test.each(['again', 'put', 'total'] as const)(
    'error: %s is async, which no call waits for',
    async (name) => {
      const late = contract({
        address,
        abi,
        functions: {
          [name]: async () => {
            throw new Error('heard of by nobody')
          },
        },
      })
      const node = createMockNode({ contracts: [late] })
      const item = abi.find((item) => 'name' in item && item.name === name)
      const data = encodeFunctionData({
        abi: [item as never],
        functionName: name,
        args: name === 'put' ? [1n] : [],
      } as never)
      await expect(
        ask(node, 'eth_call', { to: address, data }, 'latest'),
      ).rejects.toThrow(
        `${name} of the contract ${address} returned a promise, but a block does not wait. Write it without async, and read what it needs beforehand.`,
      )
    },
  )

  test('error: a native of your own that answers a promise', async () => {
    const native = async () => ({})
    const node = createMockNode({
      contracts: [{ type: 'native', address, native: native as never }],
    })
    await expect(
      ask(node, 'eth_call', { to: address }, 'latest'),
    ).rejects.toThrow(
      `The function of the contract ${address} returned no { status, output, gasUsed }`,
    )
  })

  test('error: an ABI whose functions overlap', () => {
    const same = parseAbiItem('function f(uint256 id)')
    const other = parseAbiItem(
      'function f(uint256 other) view returns (uint256)',
    )
    expect(() => contract({ address, abi: [same, other] })).toThrow(
      expect.objectContaining({
        name: 'InvalidParametersError',
        message: `The contract ${address} has f(uint256) and f(uint256), which share the selector 0xb3de648b. Remove one.`,
      }),
    )
  })

  test('error: functions that are none of the ABI, or none at all', () => {
    const functions = { totl: () => 1n }
    expect(() => contract({ address, abi, functions } as never)).toThrow(
      `The contract ${address} has no function totl. Write total.`,
    )
    const events = parseAbi(['event X(uint256 a)'])
    expect(() =>
      contract({ address, abi: events, functions } as never),
    ).toThrow(
      `The contract ${address} has no function totl. Its ABI has none: add it to "abi".`,
    )
    expect(() =>
      contract({ address, abi, functions: { total: 1n } } as never),
    ).toThrow(`The contract ${address} has 1n for total. Give a function`)
    expect(() => contract({ address: '0x1', abi })).toThrow(
      'contract: "address" is "0x1", expected',
    )
  })

  const abiText = ['function total() view returns (uint256)']
  const token = { address, symbol: 'T' }
  test.each<[make: (given: never) => unknown, given: unknown, words: string]>([
    [contract, { address }, '"abi" is nothing, expected an ABI, such as'],
    [
      contract,
      { abi: abiText, gas: 1 },
      '"address" is nothing … "abi" is an array of 1 … "gas" is 1 … Write 1n.',
    ],
    [
      contract,
      { address, abi, functions: null, fallback: '0x', storage: { a: 1 } },
      '"functions" is null … "fallback" is "0x" … "storage.a" is a key',
    ],
    [contract, { address, abi, gas: -1n }, '"gas" is -1n, expected a bigint'],
    [contract, undefined, 'its argument is missing, expected an object {'],
    [erc20, { address }, '"symbol" is nothing, expected a string.'],
    [
      erc20,
      { ...token, balances: { [alice]: 5 } },
      `"balances.${alice}" is 5, expected a bigint … Write 5n.`,
    ],
    [
      erc20,
      { ...token, balances: { alice: 5n }, decimals: -1 },
      '"decimals" is -1 … "balances.alice" is a key',
    ],
    [erc721, { address }, '"symbol" is nothing, expected a string.'],
    [erc721, { ...token, owners: { 1: 'alice' } }, '"owners.1" is "alice"'],
    [
      erc721,
      { ...token, owners: { first: alice } },
      '"owners.first" is a key, expected the id of a token',
    ],
  ])('error: wrong fields are told at the call: %#', (make, given, words) => {
    const prefix = `InvalidParametersError: ${make.name}: `
    expect(refusal(() => make(given as never))).toEqual(says(prefix + words))
  })
})

test.each([
  [
    'a package threw, and its own line was named',
    () => void getAddress('0x1' as never),
    /^ContractFunctionError: f of the contract .* threw InvalidAddressError: .* \(at .*contract\.test\.ts:\d+:\d+\)*\. To revert instead, call revert\.$/,
  ],
  [
    'an event of a view named the line of the library',
    ({ emit }: { emit: (name: string) => void }) => emit('E'),
    /^ContractFunctionError: f of the contract .* writes, but its ABI says pure \(at .*contract\.test\.ts:\d+:\d+\)*\. Do not write in it, or remove pure from its ABI\.$/,
  ],
] as const)('%s', (_, f, expected) => {
  const abi = parseAbi(['function f() pure', 'event E()'])
  const functions = { f: f as never }
  const node = createMockNode({
    contracts: [contract({ address, abi, functions })],
  })
  const data = toFunctionSelector('f()')
  expect(
    thrown(() =>
      node.preconfirm({
        ...{ from: alice, to: address, data, execute: true, gas: 100_000n },
      }),
    ),
  ).toMatch(expected)
})
