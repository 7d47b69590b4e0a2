import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { createWalletClient, custom, verifyMessage } from 'viem'

const node = createMockNode()
const wallet = createWallet(node)
const client = createWalletClient({
  chain: node.chain,
  transport: custom(wallet.provider),
})
const [account] = await client.requestAddresses()
const message = 'hello'
const signature = await client.signMessage({ account, message })
assert.ok(await verifyMessage({ address: account, message, signature }))
assert.equal(await client.getChainId(), node.chain.id)
