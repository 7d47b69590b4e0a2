// permissionless.js over a bundler in this process.

import { createSmartAccountClient } from 'permissionless'
import { toSimpleSmartAccount } from 'permissionless/accounts'
import { createMockNode } from 'preseal'
import { createBundler } from 'preseal/bundler'
import { evm } from 'preseal/evm'
import { createPublicClient, custom, parseEther } from 'viem'
import {
  createPaymasterClient,
  entryPoint07Address,
  entryPoint08Address,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

const bob = '0x0000000000000000000000000000000000000b0b'
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)

for (const [version, address] of [
  ['0.7', entryPoint07Address],
  ['0.8', entryPoint08Address],
])
  test(`a simple account of permissionless on entry point ${version}`, async () => {
    const node = createMockNode({ engine: evm() })
    createBundler(node)
    const transport = custom(node.provider)
    const { chain } = node
    const client = createPublicClient({ chain, transport })
    const account = await toSimpleSmartAccount({
      client,
      owner,
      entryPoint: { address, version },
    })
    node.setBalance({ address: account.address, value: parseEther('1') })
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
    for (const expected of [3n, 6n]) {
      const hash = await app.sendUserOperation({ calls })
      node.nextBlock()
      const receipt = await app.getUserOperationReceipt({ hash })
      expect(receipt.success).toBe(true)
      expect(await client.getBalance({ address: bob })).toBe(expected)
    }
    expect(await client.getBalance({ address: account.address })).toBe(
      parseEther('1') - 6n,
    )
  })
