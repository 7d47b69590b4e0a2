import { createMockNode } from 'preseal'
import { erc20, permit2, permit2Address } from 'preseal/contracts'
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseSignature,
  serializeCompactSignature,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  deploy,
  expectSame,
  readArtifact,
  type Sent,
  contractAddress as token,
} from '../../engine/natives/beside.js'
import { addressOf } from '../evm/assemble.js'
import { environment } from '../evm/message.js'

const alice = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const mallory = privateKeyToAccount(`0x${'b2'.repeat(32)}`)
const bob = addressOf(0xb0b)
const zero = addressOf(0)
const largestS =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

describe.each(['PermitToken', 'OwnedPermitToken'])('%s', (artifactName) => {
  const artifact = readArtifact(artifactName)
  const { abi } = artifact
  const owner = artifactName === 'PermitToken' ? undefined : bob
  const call = (functionName: string, ...args: unknown[]): Sent => ({
    from: bob,
    data: encodeFunctionData({ abi, functionName, args }),
  })

  async function permit(
    name: string,
    {
      signer = alice,
      spender = bob,
      nonce = 0n,
      deadline = environment.timestamp,
    }: {
      signer?: typeof alice
      spender?: Address
      nonce?: bigint
      deadline?: bigint
    },
    change: (parts: { v: bigint; r: Hex; s: Hex }) => {
      v: bigint
      r: Hex
      s: Hex
    } = (parts) => parts,
  ): Promise<Sent> {
    const signature = await signer.signTypedData({
      domain: {
        name,
        version: '1',
        chainId: environment.chainId,
        verifyingContract: token,
      },
      types: permitTypes,
      primaryType: 'Permit',
      message: {
        owner: alice.address,
        spender,
        value: 7n,
        nonce,
        deadline,
      },
    })
    const { r, s, v = 0n } = parseSignature(signature)
    const parts = change({ r, s, v })
    return call(
      'permit',
      alice.address,
      spender,
      7n,
      deadline,
      Number(parts.v),
      parts.r,
      parts.s,
    )
  }

  test.each(['Dollar', 'A name of thirty-one characters'])(
    'behavior: as the bytecode, named %s',
    async (name) => {
      const { native, storage = {} } = erc20({
        address: token,
        name,
        symbol: 'USD',
        permit: true,
        owner,
      })
      const args = [name, 'USD', ...(owner === undefined ? [] : [owner])]
      const deployed = deploy(artifact, args)
      expect(storage).toEqual(deployed.storage)
      const sent = [
        call('DOMAIN_SEPARATOR'),
        call('eip712Domain'),
        await permit(name, { signer: mallory }),
        await permit(name, { deadline: environment.timestamp - 1n }),
        await permit(name, { spender: zero }),
        await permit(name, {}, ({ r, s, v }) => ({
          r,
          s: toHex(largestS - BigInt(s), { size: 32 }),
          v: 55n - v,
        })),
        await permit(name, {}, (parts) => ({ ...parts, v: 29n })),
        await permit(name, {}, (parts) => ({
          ...parts,
          r: toHex(0n, { size: 32 }),
        })),
        call('nonces', alice.address),
        await permit(name, {}),
        await permit(name, {}),
        call('nonces', alice.address),
        call('allowance', alice.address, bob),
        await permit(name, { nonce: 1n }),
        call('transferFrom', alice.address, bob, 0n),
        call('name'),
      ]
      const outcomes = expectSame(
        {
          deployed,
          declared: { code: '0xfe01', nonce: 1n, storage } as const,
        },
        () => native,
        sent,
        name,
      )
      expect(
        outcomes.filter(({ status }) => status === 'success'),
      ).toHaveLength(9)
    },
  )
})

const tokenPermissions = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const
const details = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
] as const
const domain = {
  name: 'Permit2',
  chainId: 1,
  verifyingContract: permit2Address,
} as const

const abi = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitBatchTransferFrom { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Transfer { address to; uint256 requestedAmount; }',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function permit(address owner, PermitSingle permit, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function permitTransferFrom(PermitTransferFrom permit, Transfer transfer, address owner, bytes signature)',
  'function permitTransferFrom(PermitBatchTransferFrom permit, Transfer[] transfers, address owner, bytes signature)',
  'function permitWitnessTransferFrom(PermitTransferFrom permit, Transfer transfer, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])

function start() {
  const usdc = addressOf(0xcafe)
  const approved = parseAbi([
    'function approve(address, uint256) returns (bool)',
  ])
  const node = createMockNode({
    chainId: 1,
    accounts: {
      [alice.address]: { balance: 10n ** 18n },
      [bob]: { balance: 10n ** 18n },
    },
    contracts: [
      permit2(),
      erc20({
        address: usdc,
        symbol: 'USDC',
        balances: { [alice.address]: 100n },
      }),
    ],
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const send = (from: Address, to: Address, data: Hex) => {
    const hash = node.preconfirm({ from, to, data })
    node.nextBeat()
    return client.getTransactionReceipt({ hash })
  }
  const balanceOf = (owner: Address) =>
    client.readContract({
      address: usdc,
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [owner],
      blockTag: 'pending',
    })
  const approve = () =>
    send(
      alice.address,
      usdc,
      encodeFunctionData({
        abi: approved,
        args: [permit2Address, 2n ** 256n - 1n],
      }),
    )
  const deadline = 2n ** 40n
  return { node, client, send, balanceOf, approve, usdc, deadline }
}

describe('permit2', () => {
  test('behavior: its domain on Ethereum', async () => {
    const { client } = start()
    expect(
      await client.readContract({
        address: permit2Address,
        abi,
        functionName: 'DOMAIN_SEPARATOR',
      }),
    ).toBe('0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28')
  })

  test('behavior: an allowance that was signed is spent', async () => {
    const { send, approve, balanceOf, client, usdc, deadline } = start()
    await approve()
    const permit = {
      details: { token: usdc, amount: 30n, expiration: 2 ** 40, nonce: 0 },
      spender: bob,
      sigDeadline: deadline,
    }
    const signature = await alice.signTypedData({
      domain,
      types: {
        PermitDetails: details,
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
      },
      primaryType: 'PermitSingle',
      message: permit,
    })
    const data = encodeFunctionData({
      abi,
      functionName: 'permit',
      args: [alice.address, permit, signature],
    })
    expect((await send(bob, permit2Address, data)).status).toBe('success')
    const take = (amount: bigint) =>
      send(
        bob,
        permit2Address,
        encodeFunctionData({
          abi,
          functionName: 'transferFrom',
          args: [alice.address, bob, amount, usdc],
        }),
      )
    expect((await take(20n)).status).toBe('success')
    expect(await balanceOf(bob)).toBe(20n)
    expect((await take(20n)).status).toBe('reverted')
    expect(
      await client.readContract({
        address: permit2Address,
        abi,
        functionName: 'allowance',
        args: [alice.address, usdc, bob],
        blockTag: 'pending',
      }),
    ).toEqual([10n, 2 ** 40, 1])
    // Its nonce is used.
    expect((await send(bob, permit2Address, data)).status).toBe('reverted')
  })

  test('behavior: a signed transfer, once, in either form of signature', async () => {
    const { send, approve, balanceOf, usdc, deadline } = start()
    await approve()
    const sign = (nonce: bigint, spender: Address = bob) =>
      alice.signTypedData({
        domain,
        types: {
          TokenPermissions: tokenPermissions,
          PermitTransferFrom: [
            { name: 'permitted', type: 'TokenPermissions' },
            { name: 'spender', type: 'address' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'PermitTransferFrom',
        message: {
          permitted: { token: usdc, amount: 10n },
          spender,
          nonce,
          deadline,
        },
      })
    const take = (nonce: bigint, signature: Hex, requestedAmount = 10n) =>
      send(
        bob,
        permit2Address,
        encodeFunctionData({
          abi,
          functionName: 'permitTransferFrom',
          args: [
            { permitted: { token: usdc, amount: 10n }, nonce, deadline },
            { to: bob, requestedAmount },
            alice.address,
            signature,
          ],
        }),
      )
    const first = await sign(5n)
    expect((await take(5n, first, 11n)).status).toBe('reverted')
    expect((await take(5n, first)).status).toBe('success')
    expect((await take(5n, first)).status).toBe('reverted')
    const { r, s, yParity } = parseSignature(await sign(300n))
    const compact = serializeCompactSignature({
      r,
      yParityAndS: toHex(BigInt(s) + (BigInt(yParity) << 255n), { size: 32 }),
    })
    expect((await take(300n, compact)).status).toBe('success')
    // Whom it was signed for is who may use it.
    expect((await take(6n, await sign(6n, mallory.address))).status).toBe(
      'reverted',
    )
    expect(await balanceOf(bob)).toBe(20n)
  })

  test('behavior: a batch, and a witness', async () => {
    const { send, approve, balanceOf, usdc, deadline } = start()
    await approve()
    const permitted = [
      { token: usdc, amount: 1n },
      { token: usdc, amount: 2n },
    ]
    const batch = await alice.signTypedData({
      domain,
      types: {
        TokenPermissions: tokenPermissions,
        PermitBatchTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions[]' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'PermitBatchTransferFrom',
      message: { permitted, spender: bob, nonce: 0n, deadline },
    })
    const transfers = permitted.map(({ amount }) => ({
      to: bob,
      requestedAmount: amount,
    }))
    const data = encodeFunctionData({
      abi,
      functionName: 'permitTransferFrom',
      args: [
        { permitted, nonce: 0n, deadline },
        transfers,
        alice.address,
        batch,
      ],
    })
    expect((await send(bob, permit2Address, data)).status).toBe('success')
    expect(await balanceOf(bob)).toBe(3n)

    const types = {
      TokenPermissions: tokenPermissions,
      Order: [{ name: 'id', type: 'uint256' }],
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'Order' },
      ],
    } as const
    const permit = {
      permitted: { token: usdc, amount: 4n },
      nonce: 1n,
      deadline,
    }
    const signature = await alice.signTypedData({
      domain,
      types,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...permit, spender: bob, witness: { id: 9n } },
    })
    const { hashStruct } = await import('viem')
    const witness = hashStruct({
      types,
      primaryType: 'Order',
      data: { id: 9n },
    })
    const withWitness = encodeFunctionData({
      abi,
      functionName: 'permitWitnessTransferFrom',
      args: [
        permit,
        { to: bob, requestedAmount: 4n },
        alice.address,
        witness,
        'Order witness)Order(uint256 id)TokenPermissions(address token,uint256 amount)',
        signature,
      ],
    })
    expect((await send(bob, permit2Address, withWitness)).status).toBe(
      'success',
    )
    expect(await balanceOf(bob)).toBe(7n)
  })
})
