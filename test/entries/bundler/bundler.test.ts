import { createMockNode, type MockNode } from 'preseal'
import { type BundlerOptions, createBundler } from 'preseal/bundler'
import { contract, erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import {
  createPublicClient,
  custom,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  getUserOperationHash,
  toSimple7702SmartAccount,
  toSmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bob, carol, ether, token } from '../../conformance/actors.js'

const owner = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)

const engines = [
  ['the native engine', undefined],
  ['the engine of bytecode', evm()],
] as const
const versions = ['0.8', '0.9'] as const
/** Given, so that nothing is estimated. */
const limits = {
  callGasLimit: 300_000n,
  verificationGasLimit: 300_000n,
  preVerificationGas: 50_000n,
}
const vault = '0x00000000000000000000000000000000000ee333'
const vaultAbi = parseAbi(['function open()', 'error Locked(uint256 until)'])
const locked = contract({
  address: vault,
  abi: vaultAbi,
  functions: { open: ({ revert }) => revert('Locked', [7n]) },
})
const opening = {
  to: vault,
  data: encodeFunctionData({ abi: vaultAbi, functionName: 'open' }),
} as const

function serve(
  options: BundlerOptions = {},
  engine?: ReturnType<typeof evm> | undefined,
) {
  const node = createMockNode({
    ...(engine && { engine }),
    contracts: [erc20({ address: token, symbol: 'TOK', decimals: 6 })],
  })
  const bundler = createBundler(node, options)
  node.setBalance({ address: owner.address, value: ether })
  const transport = custom(node.provider)
  const chain = createPublicClient({ chain: node.chain, transport })
  return { node, bundler, transport, chain }
}

async function open(
  version: (typeof versions)[number],
  options: BundlerOptions & { sponsored?: boolean } = {},
  engine?: ReturnType<typeof evm> | undefined,
) {
  const { sponsored = false, ...given } = options
  const served = serve(given, engine)
  const account = await toSimple7702SmartAccount({
    client: served.chain,
    owner,
    entryPoint: version,
  } as never)
  const client = createBundlerClient({
    account: account as never,
    client: served.chain,
    transport: served.transport,
    ...(sponsored && {
      paymaster: createPaymasterClient({ transport: served.transport }),
    }),
  })
  const send = async (fields: object = {}) => {
    const code = await served.chain.getCode({ address: owner.address })
    const authorization =
      code === undefined
        ? await owner.signAuthorization({
            chainId: served.node.chain.id,
            nonce: 0,
            address: (
              account as unknown as {
                authorization: { address: `0x${string}` }
              }
            ).authorization.address,
          })
        : undefined
    return client.sendUserOperation({
      calls: [
        { to: bob, value: 1n },
        { to: carol, value: 2n },
      ],
      ...(authorization && { authorization }),
      ...fields,
    } as never)
  }
  return { ...served, account, client, send }
}

const balance = (node: MockNode, address: `0x${string}`) =>
  createPublicClient({ transport: custom(node.provider) }).getBalance({
    address,
  })

describe.each(engines)('%s', (_, engine) => {
  test.each(versions)(
    '%s: an operation is sent and has a receipt',
    async (version) => {
      const { node, client, send } = await open(version, {}, engine)
      const hash = await send()
      expect(await client.getUserOperation({ hash })).toMatchObject({
        blockNumber: null,
        userOperation: { sender: owner.address },
      })
      await expect(client.getUserOperationReceipt({ hash })).rejects.toThrow()
      node.nextBlock()
      const receipt = await client.getUserOperationReceipt({ hash })
      expect(receipt).toMatchObject({
        success: true,
        userOpHash: hash,
        paymaster: zeroAddress,
        receipt: { status: 'success' },
      })
      expect(receipt.actualGasUsed).toBeGreaterThan(21_000n)
      expect([await balance(node, bob), await balance(node, carol)]).toEqual([
        1n,
        2n,
      ])
      expect(await balance(node, owner.address)).toBeLessThan(ether)
      // Delegated from now on.
      const again = await send()
      node.nextBlock()
      expect(
        await client.getUserOperationReceipt({ hash: again }),
      ).toMatchObject({ success: true })
    },
  )

  test.each(versions)('%s: a paymaster pays', async (version) => {
    const { node, bundler, client, send } = await open(
      version,
      { sponsored: true },
      engine,
    )
    const hash = await send()
    node.nextBlock()
    const receipt = await client.getUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true })
    expect(receipt.paymaster?.toLowerCase()).toBe(bundler.paymaster)
    expect(await balance(node, owner.address)).toBe(ether - 3n)
  })
})

describe('operations', () => {
  test('reverted: the operation fails, the bundle does not', async () => {
    const { node, client, send } = await open('0.8')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 5n],
    })
    const calls = [{ to: token, data }]
    await expect(send({ calls })).rejects.toThrow(/reverted/)
    const hash = await send({ calls, ...limits })
    node.nextBlock()
    expect(await client.getUserOperationReceipt({ hash })).toMatchObject({
      success: false,
      reason: expect.stringMatching(/^0x/),
      receipt: { status: 'success' },
    })
  })

  test('a reason was the data of an event, which no ABI of errors decodes', async () => {
    const { node, client, send } = await open('0.8')
    node.setContract(locked)
    const hash = await send({ calls: [opening], ...limits })
    node.nextBlock()
    const { reason } = await client.getUserOperationReceipt({ hash })
    expect(
      decodeErrorResult({ abi: vaultAbi, data: reason as Hex }),
    ).toMatchObject({ errorName: 'Locked', args: [7n] })
  })

  test('dropped: neither the operation nor a receipt is there', async () => {
    const { node, bundler, client, send } = await open('0.8')
    const hash = await send()
    bundler.drop(hash)
    node.nextBlock()
    await expect(client.getUserOperation({ hash })).rejects.toThrow(/found/)
    await expect(client.getUserOperationReceipt({ hash })).rejects.toThrow()
    expect(await balance(node, bob)).toBe(0n)
    expect(bundler.operations).toMatchObject([{ hash, status: 'dropped' }])
    expect(() => bundler.drop(hash)).toThrow(/bundler.drop/)
  })

  test('dropped and sent again: it is found, and can be dropped again', async () => {
    const { node, bundler, client, send } = await open('0.8')
    const hash = await send({ nonce: 0n })
    bundler.drop(hash)
    expect(await send({ nonce: 0n })).toBe(hash)
    expect(await client.getUserOperation({ hash })).toBeTruthy()
    bundler.drop(hash)
    expect(await send({ nonce: 0n })).toBe(hash)
    node.nextBlock()
    expect(await client.getUserOperationReceipt({ hash })).toMatchObject({
      success: true,
    })
  })

  test('replaced: the one that pays more is included', async () => {
    const { node, bundler, client, send } = await open('0.8')
    const fees = {
      nonce: 0n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    }
    const first = await send(fees)
    await expect(
      send({ ...fees, calls: [{ to: bob, value: 7n }] }),
    ).rejects.toThrow(/underpriced/)
    const second = await send({
      nonce: 0n,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 2_000_000_000n,
      calls: [{ to: bob, value: 7n }],
    })
    node.nextBlock()
    expect(await balance(node, bob)).toBe(7n)
    await expect(client.getUserOperation({ hash: first })).rejects.toThrow()
    expect(
      await client.getUserOperationReceipt({ hash: second }),
    ).toMatchObject({ success: true })
    expect(bundler.operations.map(({ status }) => status)).toEqual([
      'replaced',
      'bundled',
    ])
  })

  test('reorged: the receipt is gone', async () => {
    const { node, client, send } = await open('0.8')
    const hash = await send()
    node.nextBlock()
    const before = await client.getUserOperationReceipt({ hash })
    node.reorg({ depth: 1, omit: [before.receipt.transactionHash] })
    node.nextBlock()
    await expect(client.getUserOperationReceipt({ hash })).rejects.toThrow()
    expect(await balance(node, bob)).toBe(0n)
  })

  test('manual: several in one transaction', async () => {
    const { node, bundler, client, send } = await open('0.8', {
      bundling: 'manual',
    })
    const first = await send()
    const second = await send({ nonce: 1n << 64n })
    node.nextBlock()
    await expect(
      client.getUserOperationReceipt({ hash: first }),
    ).rejects.toThrow()
    const [hash] = bundler.bundle()
    expect(bundler.bundle()).toEqual([])
    node.nextBlock()
    for (const one of [first, second]) {
      const receipt = await client.getUserOperationReceipt({ hash: one })
      expect(receipt.receipt.transactionHash).toBe(hash)
    }
    expect(await balance(node, bob)).toBe(2n)
  })

  test('manual: one that fails in a bundle took the others with it', async () => {
    const { node, bundler, client, send } = await open('0.8', {
      bundling: 'manual',
    })
    const first = await send()
    const second = await send({ nonce: 1n << 64n })
    // Together they cost more than the account holds by now.
    const prefund = 10n ** 15n
    node.setBalance({ address: owner.address, value: prefund })
    const costly = await send({
      nonce: 2n << 64n,
      callGasLimit: 500_000n,
      maxFeePerGas: 1_000_000_000n,
    }).catch(() => undefined)
    expect(costly).toBeDefined()
    node.setBalance({ address: owner.address, value: 10n })
    const [hash] = bundler.bundle()
    expect(bundler.operations.map(({ status }) => status)).toEqual([
      'bundled',
      'bundled',
      'dropped',
    ])
    node.nextBlock()
    for (const one of [first, second])
      expect(
        (await client.getUserOperationReceipt({ hash: one })).receipt,
      ).toMatchObject({ transactionHash: hash, status: 'success' })
    await expect(
      client.getUserOperationReceipt({ hash: costly as never }),
    ).rejects.toThrow()
    await expect(
      client.getUserOperation({ hash: costly as never }),
    ).rejects.toThrow()
  })

  test('manual: a bundle that reverts leaves its operations without receipts', async () => {
    const { node, bundler, client, send } = await open('0.8', {
      bundling: 'manual',
    })
    const hash = await send()
    const [bundle] = bundler.bundle()
    // Another bundler was first, or the state is no longer what it was.
    node.setBalance({ address: owner.address, value: ether })
    node.planSeal({
      amend: [{ transaction: bundle as never, status: 'reverted' }],
    })
    node.nextBlock()
    const chain = createPublicClient({ transport: custom(node.provider) })
    expect(
      (await chain.getTransactionReceipt({ hash: bundle as never })).status,
    ).toBe('reverted')
    await expect(client.getUserOperationReceipt({ hash })).rejects.toThrow()
    expect(await balance(node, bob)).toBe(0n)
  })

  test('viem waits for one', async () => {
    const { node, client, send } = await open('0.8')
    const hash = await send()
    node.nextBlock()
    expect(await client.waitForUserOperationReceipt({ hash })).toMatchObject({
      success: true,
    })
  })
})

describe('refusals', () => {
  test('of a wrong signature, nonce or sender', async () => {
    const { send } = await open('0.8')
    await expect(send({ signature: `0x${'11'.repeat(64)}1b` })).rejects.toThrow(
      /AA24/,
    )
    await expect(send({ nonce: 5n })).rejects.toThrow(/AA25/)
    const poor = await open('0.8')
    poor.node.setBalance({ address: owner.address, value: 10n })
    const price = { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }
    await expect(poor.send(price)).rejects.toThrow(/AA21/)
  })

  test('of a paymaster that does not agree', async () => {
    const asked: unknown[] = []
    const { send } = await open('0.8', {
      sponsored: true,
      sponsor(request) {
        asked.push(request.context)
        return false
      },
    })
    await expect(send()).rejects.toThrow(/does not pay/)
    expect(asked).toHaveLength(1)
  })

  test.each([
    [['0x1', zeroAddress], /entry point/],
    [[1, '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'], /operation is 1/],
    [[{}, '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'], /"sender"/],
    [
      [
        { sender: bob, nonce: 'x' },
        '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
      ],
      /"nonce"/,
    ],
  ])('of a malformed request: %j', async (params, message) => {
    const { node } = serve()
    const request = { method: 'eth_sendUserOperation', params }
    await expect(node.provider.request(request as never)).rejects.toMatchObject(
      {
        code: -32602,
        message: expect.stringMatching(message),
      },
    )
  })

  test('of wrong options', () => {
    const node = createMockNode()
    expect(() => createBundler(node, { bundling: 'never' as never })).toThrow(
      /"bundling" is "never"/,
    )
  })

  test('once it has stopped', async () => {
    const { node, bundler } = serve()
    bundler.stop()
    const request = { method: 'eth_supportedEntryPoints' }
    await expect(node.provider.request(request as never)).rejects.toMatchObject(
      {
        code: -32601,
      },
    )
  })
})

describe('0.7', () => {
  const factory = '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985'
  const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
  const accountAbi = parseAbi([
    'function execute(address,uint256,bytes)',
    'function createAccount(address,uint256) returns (address)',
    'function getAddress(address,uint256) view returns (address)',
    'function owner() view returns (address)',
    'function isValidSignature(bytes32,bytes) view returns (bytes4)',
  ])

  async function openSimple(engine?: ReturnType<typeof evm>) {
    const served = serve({}, engine)
    const { chain, transport } = served
    const factoryData = encodeFunctionData({
      abi: accountAbi,
      functionName: 'createAccount',
      args: [owner.address, 0n],
    })
    const address = await chain.readContract({
      address: factory,
      abi: accountAbi,
      functionName: 'getAddress',
      args: [owner.address, 0n],
    })
    const account = await toSmartAccount({
      client: chain,
      entryPoint: { abi: entryPoint07Abi, address: entryPoint, version: '0.7' },
      getAddress: async () => address,
      getFactoryArgs: async () => ({ factory, factoryData }),
      getStubSignature: async () => `0x${'ff'.repeat(64)}1c`,
      encodeCalls: async ([call]) =>
        encodeFunctionData({
          abi: accountAbi,
          functionName: 'execute',
          args: [
            call?.to ?? zeroAddress,
            call?.value ?? 0n,
            call?.data ?? '0x',
          ],
        }),
      signMessage: ({ message }) => owner.signMessage({ message }),
      signTypedData: (typed) => owner.signTypedData(typed as never),
      signUserOperation: async (operation) =>
        owner.signMessage({
          message: {
            raw: getUserOperationHash({
              chainId: served.node.chain.id,
              entryPointAddress: entryPoint,
              entryPointVersion: '0.7',
              userOperation: { ...operation, sender: address } as never,
            }),
          },
        }),
    })
    served.node.setBalance({
      address: address.toLowerCase() as `0x${string}`,
      value: ether,
    })
    const client = createBundlerClient({ account, client: chain, transport })
    return { ...served, client, account, address }
  }

  test.each(engines)(
    'an account is created by its first operation, on %s',
    async (_, engine) => {
      const { node, client, chain, address } = await openSimple(engine)
      expect(await chain.getCode({ address })).toBe(undefined)
      const calls = [{ to: bob, value: 1n }]
      const hash = await client.sendUserOperation({ calls })
      node.nextBlock()
      const receipt = await client.getUserOperationReceipt({ hash })
      expect(receipt.success).toBe(true)
      expect(await chain.getCode({ address })).toMatch(/^0xfe/)
      expect(
        await chain.readContract({
          address,
          abi: accountAbi,
          functionName: 'owner',
        }),
      ).toBe(getAddress(owner.address))
      const again = await client.sendUserOperation({ calls })
      node.nextBlock()
      expect(
        await client.getUserOperationReceipt({ hash: again }),
      ).toMatchObject({ success: true })
      expect(await balance(node, bob)).toBe(2n)
      node.reorg({ depth: 2 })
    },
  )

  describe.each(engines)(
    'the first estimate of an account, on %s',
    (_, engine) => {
      test('it was a constant, too little for some calls', async () => {
        const { node, client } = await openSimple(engine)
        node.setContract({
          type: 'native',
          address: vault,
          native: () => ({
            status: 'success',
            output: '0x',
            gasUsed: 900_000n,
          }),
        })
        const calls = [{ to: vault }] as const
        const first = await client.estimateUserOperationGas({ calls })
        const hash = await client.sendUserOperation({ calls })
        node.nextBlock()
        const { success } = await client.getUserOperationReceipt({ hash })
        expect(success).toBe(true)
        const { callGasLimit } = await client.estimateUserOperationGas({
          calls,
        })
        expect(first.callGasLimit).toBe(callGasLimit)
      })

      test('it did not run the calls, which revert', async () => {
        const { node, client } = await openSimple(engine)
        node.setContract(locked)
        await expect(
          client.sendUserOperation({ calls: [opening] }),
        ).rejects.toMatchObject({
          cause: { data: expect.stringMatching(/7$/) },
        })
      })

      test.each([
        ['AA13 initCode failed or OOG', { factory: bob }],
        ['AA14 initCode must return sender', { sender: carol }],
        ['AA15 initCode must create sender', { factory: vault }],
        ['AA20 account not deployed', { factory: undefined }],
      ])('it said nothing of %s', async (message, wrong) => {
        const { node, account, address } = await openSimple(engine)
        const output = pad(address.toLowerCase() as Hex)
        node.setContract({
          type: 'native',
          address: vault,
          native: () => ({ status: 'success', output, gasUsed: 0n }),
        })
        const made = await account.getFactoryArgs()
        const operation = { sender: address, ...made, ...wrong }
        const estimate = node.provider.request({
          method: 'eth_estimateUserOperationGas',
          params: [operation, entryPoint],
        } as never)
        await expect(estimate).rejects.toMatchObject({ code: -32500, message })
      })

      test('it said nothing of an account that is there', async () => {
        const { node, client, account } = await openSimple(engine)
        const made = await account.getFactoryArgs()
        const calls = [{ to: bob, value: 1n }]
        await client.sendUserOperation({ calls })
        node.nextBeat()
        await expect(
          client.estimateUserOperationGas({ calls, ...made } as never),
        ).rejects.toMatchObject({ details: expect.stringContaining('AA10') })
      })
    },
  )

  test('a signature verifies before and after the account is there', async () => {
    const { node, client, chain, account, address } = await openSimple(evm())
    const message = 'hello'
    const wrapped = await account.signMessage({ message })
    // ERC-6492: wrapped with what creates the account.
    expect(wrapped.endsWith('6492'.repeat(16))).toBe(true)
    expect(
      await chain.verifyMessage({ address, message, signature: wrapped }),
    ).toBe(true)
    await client.sendUserOperation({ calls: [{ to: bob, value: 1n }] })
    node.nextBlock()
    const signature = await owner.signMessage({ message })
    expect(await chain.verifyMessage({ address, message, signature })).toBe(
      true,
    )
    expect(
      await chain.verifyMessage({ address, message: 'hullo', signature }),
    ).toBe(false)
  })
})
