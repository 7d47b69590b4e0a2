import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/*
 * Tokens of OpenZeppelin, and Uniswap v2 and v3 with a pool of each: what stands
 * on a live chain, and what is sent to it then.
 */

export const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
export const bob = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

type Artifact = { abi: Abi; bytecode: Hex }

export type Sent = { from?: 'bob'; to?: Address; data: Hex; value?: bigint }

const most = 2n ** 256n - 1n
const later = 4_000_000_000n
const supply = parseEther('1000000')
/** The square root of 1 in 96 binary places. */
const evenPrice = 2n ** 96n

const addressOf = (nonce: number) =>
  getContractAddress({ from: alice.address, nonce: BigInt(nonce) })

const [
  tokenA,
  tokenB,
  weth,
  v2Factory,
  v2Router,
  v3Factory,
  positions,
  v3Router,
] = [0, 1, 2, 3, 4, 5, 6, 7].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]

const [token0, token1] = [tokenA, tokenB].sort((one, other) =>
  one.toLowerCase() < other.toLowerCase() ? -1 : 1,
) as [Address, Address]

const addresses = { tokenA, tokenB, v2Router, v3Router, v3Factory }

/** @param packages - the folder into which npm installed those of Uniswap. */
export function readStory(packages: string): {
  deployed: readonly Sent[]
  sent: readonly Sent[]
} {
  const artifact = (path: string): Artifact => {
    const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8'))
    const object = `${bytecode.object ?? bytecode}`
    return { abi, bytecode: `0x${object.replace(/^0x/, '')}` }
  }
  const v3 = (path: string) =>
    artifact(
      `${packages}/@uniswap/${path.replace('/', '/artifacts/contracts/')}`,
    )
  const Token = artifact('test/entries/contracts/OwnedToken.json')
  const build = `${packages}/@uniswap/v2-periphery/build`
  const Weth = artifact(`${build}/WETH9.json`)
  const V2Factory = artifact(
    `${packages}/@uniswap/v2-core/build/UniswapV2Factory.json`,
  )
  const V2Router = artifact(`${build}/UniswapV2Router02.json`)
  const V3Factory = v3('v3-core/UniswapV3Factory.sol/UniswapV3Factory.json')
  const Positions = v3(
    'v3-periphery/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  )
  const V3Router = v3('v3-periphery/SwapRouter.sol/SwapRouter.json')

  const deploy = (contract: Artifact, ...args: unknown[]): Sent => ({
    data: encodeDeployData({ ...contract, args } as never),
  })
  const call = (
    to: Address,
    { abi }: Artifact,
    functionName: string,
    ...args: unknown[]
  ): Sent => ({ to, data: encodeFunctionData({ abi, functionName, args }) })
  const me = alice.address

  const deployed = [
    deploy(Token, 'First', 'ONE', me),
    deploy(Token, 'Second', 'TWO', me),
    deploy(Weth),
    deploy(V2Factory, me),
    deploy(V2Router, v2Factory, weth),
    deploy(V3Factory),
    deploy(Positions, v3Factory, weth, weth),
    deploy(V3Router, v3Factory, weth),
    ...[tokenA, tokenB].flatMap((token) => [
      call(token, Token, 'mint', me, supply),
      call(token, Token, 'approve', v2Router, most),
      call(token, Token, 'approve', positions, most),
    ]),
    call(
      v2Router,
      V2Router,
      'addLiquidity',
      tokenA,
      tokenB,
      parseEther('1000'),
      parseEther('2000'),
      0n,
      0n,
      me,
      later,
    ),
    call(
      positions,
      Positions,
      'createAndInitializePoolIfNecessary',
      token0,
      token1,
      3_000,
      evenPrice,
    ),
    call(positions, Positions, 'mint', {
      token0,
      token1,
      fee: 3_000,
      tickLower: -6_000,
      tickUpper: 6_000,
      amount0Desired: parseEther('1000'),
      amount1Desired: parseEther('1000'),
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: me,
      deadline: later,
    }),
    call(tokenA, Token, 'transfer', bob.address, parseEther('50')),
  ]
  const swap = (amount: bigint, least: bigint): Sent => ({
    from: 'bob',
    ...call(
      v2Router,
      V2Router,
      'swapExactTokensForTokens',
      amount,
      least,
      [tokenA, tokenB],
      bob.address,
      later,
    ),
  })
  const sent: Sent[] = [
    { from: 'bob', ...call(tokenA, Token, 'approve', v2Router, most) },
    swap(parseEther('3'), 1n),
    // Less comes out than is wanted.
    swap(parseEther('3'), most),
    { from: 'bob', ...call(tokenA, Token, 'approve', v3Router, most) },
    {
      from: 'bob',
      ...call(v3Router, V3Router, 'exactInputSingle', {
        tokenIn: tokenA,
        tokenOut: tokenB,
        fee: 3_000,
        recipient: bob.address,
        deadline: later,
        amountIn: parseEther('7'),
        amountOutMinimum: 1n,
        sqrtPriceLimitX96: 0n,
      }),
    },
    { from: 'bob', ...call(tokenB, Token, 'transfer', alice.address, 1_000n) },
    // Only its owner mints.
    { from: 'bob', ...call(tokenB, Token, 'mint', bob.address, 1n) },
    call(
      v2Router,
      V2Router,
      'addLiquidity',
      tokenA,
      tokenB,
      parseEther('10'),
      parseEther('30'),
      0n,
      0n,
      me,
      later,
    ),
    deploy(Token, 'Third', 'THREE', me),
    { to: bob.address, data: '0x', value: 5n },
  ]
  return { deployed, sent }
}

/** Where OpenZeppelin 5 keeps the balance of an account. */
const balanceSlot = (account: Address): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }],
      [account, 0n],
    ),
  )
