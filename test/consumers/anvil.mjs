// Contracts that solc compiled do on a node with the interpreter what they do
// on anvil: status, gas, logs and addresses of each transaction.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  parseEther,
  parseGwei,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

// The first accounts of the mnemonic that test nodes share.
const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const bob = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const chain = {
  id: 31_337,
  name: 'test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

const artifact = (name) => {
  const { abi, bytecode } = JSON.parse(
    readFileSync(`contracts/${name}.json`, 'utf8'),
  )
  return { abi, bytecode: bytecode.object ?? bytecode }
}
const [Token, Pair, Quoter, Batch, ProxyOf, Counter, Delegate] = [
  'Token',
  'Pair',
  'Quoter',
  'Batch',
  'Proxy',
  'Counter',
  'Delegate',
].map(artifact)

const addressOf = (nonce) =>
  getContractAddress({ from: alice.address, nonce: BigInt(nonce) })
const [tokenA, tokenB, pair, quoter, batch, counter, proxy, delegate] = [
  0, 1, 2, 3, 4, 5, 6, 7,
].map(addressOf)
const deploy = (contract, ...args) => ({
  data: encodeDeployData({ ...contract, args }),
})
const call = (to, { abi }, functionName, ...args) => ({
  to,
  data: encodeFunctionData({ abi, functionName, args }),
})
const most = 2n ** 256n - 1n
const supply = parseEther('1000000')
const add = call(counter, Counter, 'add', 40n).data

// By whom each is sent; what fails is to fail alike.
const story = [
  deploy(Token, 'First', 'ONE', supply),
  deploy(Token, 'Second', 'TWO', supply),
  deploy(Pair, tokenA, tokenB),
  deploy(Quoter),
  deploy(Batch),
  deploy(Counter),
  deploy(ProxyOf, counter, add),
  deploy(Delegate),
  call(tokenA, Token, 'approve', pair, most),
  call(tokenB, Token, 'approve', pair, most),
  call(pair, Pair, 'add', parseEther('1000'), parseEther('2000')),
  call(tokenA, Token, 'transfer', bob.address, parseEther('5')),
  call(tokenA, Token, 'transfer', bob.address, 0n),
  call(pair, Pair, 'swap', tokenA, parseEther('1'), 1n, alice.address),
  call(pair, Pair, 'swap', tokenB, parseEther('3'), 1n, bob.address),
  call(pair, Pair, 'swap', tokenA, parseEther('1'), most, alice.address),
  call(pair, Pair, 'swap', batch, parseEther('1'), 1n, alice.address),
  call(tokenA, Token, 'transfer', bob.address, supply),
  call(quoter, Quoter, 'quote', [pair, pair, pair], parseEther('1')),
  call(proxy, Counter, 'add', 50n),
  call(proxy, Counter, 'add', 50n),
  call(counter, Counter, 'add', 7n),
  call(batch, Batch, 'run', [
    { target: proxy, mayFail: false, value: 0n, data: add },
    { target: proxy, mayFail: true, value: 0n, data: add },
    { target: bob.address, mayFail: false, value: 7n, data: '0x' },
  ]),
  call(batch, Batch, 'run', [
    { target: proxy, mayFail: false, value: 0n, data: add },
  ]),
  { to: tokenA, data: concatHex(['0xdeadbeef', '0x00']) },
  { to: bob.address, value: 1n },
  { from: bob, ...call(tokenA, Token, 'transfer', alice.address, 1n) },
  {
    from: bob,
    delegate,
    ...call(
      bob.address,
      Delegate,
      'execute',
      [tokenA, alice.address],
      [0n, 5n],
      [call(tokenA, Token, 'transfer', alice.address, 2n).data, '0x'],
    ),
  },
  call(bob.address, Delegate, 'execute', [], [], []),
].map((one) => (one.to === batch ? { value: 7n, ...one } : one))

/** What each transaction came to, sent signed by one client after the other. */
async function tell(transport, next) {
  const client = createPublicClient({ chain, transport, pollingInterval: 10 })
  const told = []
  for (const { from = alice, delegate, ...request } of story) {
    const wallet = createWalletClient({ account: from, chain, transport })
    const authorizationList = delegate && [
      await wallet.signAuthorization({
        contractAddress: delegate,
        executor: 'self',
      }),
    ]
    const hash = await wallet.sendTransaction({
      ...request,
      ...(authorizationList && { authorizationList }),
      gas: 3_000_000n,
      maxFeePerGas: parseGwei('10'),
      maxPriorityFeePerGas: 0n,
    })
    next()
    const receipt = await client.waitForTransactionReceipt({ hash })
    const { status, gasUsed, contractAddress, logs } = receipt
    told.push({
      status,
      gasUsed,
      contractAddress: contractAddress?.toLowerCase() ?? null,
      logs: logs.map(({ address, topics, data }) => ({
        address: address.toLowerCase(),
        topics,
        data,
      })),
    })
  }
  return told
}

const anvil = spawn('node_modules/.bin/anvil', [
  ...['--port', '0', '--hardfork', 'prague', '--order', 'fifo'],
])
const port = await new Promise((resolve, reject) => {
  let printed = ''
  anvil.once('exit', () => reject(new Error('anvil ended before it began')))
  anvil.stdout.on('data', (chunk) => {
    printed += chunk
    const [, found] = /Listening on [\d.]+:(\d+)/.exec(printed) ?? []
    if (found !== undefined) resolve(found)
  })
})
try {
  const expected = await tell(http(`http://127.0.0.1:${port}`), () => {})
  const node = createMockNode({
    engine: evm(),
    accounts: Object.fromEntries(
      [alice, bob].map(({ address }) => [
        address,
        { balance: parseEther('10000') },
      ]),
    ),
  })
  const own = await tell(custom(node.provider), () => node.nextBlock())
  assert.equal(own.length, story.length)
  own.forEach((one, index) => {
    assert.deepEqual(one, expected[index], `transaction ${index}`)
  })
  assert.ok(own.some(({ status }) => status === 'reverted'))
} finally {
  anvil.kill()
}
