const { BrowserProvider, Wallet } = require('ethers')
const { createPublicClient, custom } = require('viem')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

/** The same tests for every runner, of clients under the kit's fake timers. */
exports.testClients = ({ test, expect, kit, advance }) => {
  const { settle, testNode } = kit
  const start = () => testNode({ accounts: { [alice]: { balance: 10n } } })

  test('viem reads, and waits for a receipt', async () => {
    const node = start()
    const transport = custom(node.provider)
    const client = createPublicClient({ chain: node.chain, transport })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    const waiting = client.waitForTransactionReceipt({ hash })
    await settle()
    await advance(1_000)
    expect((await waiting).status).toBe('success')
    expect(await client.getBalance({ address: bob })).toBe(1n)
    expect(node).toBePreconfirmed(hash)
  })

  test('ethers reads, sends, and waits for a receipt', async () => {
    const node = start()
    const provider = new BrowserProvider(node.provider, node.chain.id, {
      cacheTimeout: -1,
    })
    provider.pollingInterval = 200
    const signer = new Wallet(`0x${'1'.repeat(64)}`, provider)
    node.setBalance({ address: signer.address, value: 10n ** 18n })
    const sent = await signer.sendTransaction({ to: bob, value: 1n })
    const waiting = sent.wait()
    await settle()
    expect(await provider.getBalance(bob, 'pending')).toBe(1n)
    expect(node).toBePreconfirmed(sent.hash)
    node.seal()
    await settle()
    expect((await waiting).status).toBe(1)
    provider.destroy()
  })
}
