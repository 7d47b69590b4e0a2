// A Safe as a smart account (ERC-4337) by permissionless, over a bundler in
// this process. Its contracts come from Safe's own packages.

import { createRequire } from 'node:module'
import { createSmartAccountClient } from 'permissionless'
import { toSafeSmartAccount } from 'permissionless/accounts'
import { createMockNode } from 'preseal'
import { createBundler } from 'preseal/bundler'
import { evm } from 'preseal/evm'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  parseEther,
} from 'viem'
import {
  createPaymasterClient,
  entryPoint07Address,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

const bob = '0x0000000000000000000000000000000000000b0b'
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const require = createRequire(import.meta.url)
const ofModule = (name) =>
  require(
    `@safe-global/safe-4337/build/artifacts/contracts/${name}.sol/${name}.json`,
  )
const ofSafe = (path, name) =>
  require(
    `@safe-global/safe-contracts/build/artifacts/contracts/${path}${name}.sol/${name}.json`,
  )

async function deploy(node, { abi, bytecode }, args = []) {
  const transport = custom(node.provider)
  const { chain } = node
  node.setBalance({ address: owner.address, value: parseEther('10') })
  const wallet = createWalletClient({ account: owner, chain, transport })
  const data = encodeDeployData({ abi, bytecode, args })
  const hash = await wallet.sendTransaction({ data })
  node.nextBlock()
  const client = createPublicClient({ chain, transport })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  return contractAddress
}

test('a Safe of permissionless, with a paymaster', async () => {
  const node = createMockNode({ engine: evm() })
  createBundler(node, { versions: ['0.7'] })
  const addresses = {
    safeModuleSetupAddress: await deploy(node, ofModule('SafeModuleSetup')),
    safe4337ModuleAddress: await deploy(node, ofModule('Safe4337Module'), [
      entryPoint07Address,
    ]),
    safeProxyFactoryAddress: await deploy(
      node,
      ofSafe('proxies/', 'SafeProxyFactory'),
    ),
    safeSingletonAddress: await deploy(node, ofSafe('', 'SafeL2')),
    multiSendAddress: await deploy(node, ofSafe('libraries/', 'MultiSend')),
    multiSendCallOnlyAddress: await deploy(
      node,
      ofSafe('libraries/', 'MultiSendCallOnly'),
    ),
  }
  const transport = custom(node.provider)
  const { chain } = node
  const client = createPublicClient({ chain, transport })
  const account = await toSafeSmartAccount({
    client,
    owners: [owner],
    version: '1.4.1',
    entryPoint: { address: entryPoint07Address, version: '0.7' },
    ...addresses,
  })
  node.setBalance({ address: account.address, value: 10n })
  const app = createSmartAccountClient({
    account,
    chain,
    client,
    bundlerTransport: transport,
    paymaster: createPaymasterClient({ transport }),
  })
  const calls = [
    { to: bob, value: 1n },
    { to: bob, value: 2n },
  ]
  // The first operation deploys it.
  for (const expected of [3n, 6n]) {
    const hash = await app.sendUserOperation({ calls })
    node.nextBlock()
    const receipt = await app.getUserOperationReceipt({ hash })
    expect(receipt.success).toBe(true)
    expect(await client.getBalance({ address: bob })).toBe(expected)
  }
  expect(await client.getBalance({ address: account.address })).toBe(4n)
})
