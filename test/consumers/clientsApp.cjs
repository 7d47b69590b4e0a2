const { BrowserProvider, Wallet } = require('ethers')
const { rightAgain, wasTrue } = require('preseal/explore')
const { createPublicClient, custom, webSocket } = require('viem')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

/** The same tests for every runner, of clients under the kit's fake timers. */
exports.testClients = ({ test, expect, kit }) => {
  const { nextBeatAsync, testNode } = kit
  const start = () => testNode({ accounts: { [alice]: { balance: 10n } } })

  test('viem reads, and waits for a receipt', async () => {
    const node = start()
    const transport = custom(node.provider)
    const client = createPublicClient({ chain: node.chain, transport })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await nextBeatAsync()
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
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
    await nextBeatAsync()
    expect(await provider.getBalance(bob, 'pending')).toBe(1n)
    expect(node).toBePreconfirmed(sent.hash)
    node.seal()
    await nextBeatAsync()
    expect((await waiting).status).toBe(1)
    provider.destroy()
  })

  kit.explore(
    'viem and ethers, explored',
    ({ node, watch, wait }) => {
      node.setBalance({ address: alice, value: 10n })
      const transport = custom(node.provider)
      const client = createPublicClient({ chain: node.chain, transport })
      const provider = new BrowserProvider(node.provider, node.chain.id, {
        cacheTimeout: -1,
        staticNetwork: true,
      })
      const shown = { viem: 'nothing', ethers: 'nothing' }
      const poll = (name, read) => {
        let asked = 0
        let answered = 0
        setInterval(async () => {
          const turn = ++asked
          const wei = await read().catch(() => undefined)
          if (turn < answered) return
          answered = turn
          shown[name] = wei === undefined ? 'nothing' : `${wei}`
        }, 300)
      }
      poll('viem', () => client.getBalance({ address: bob }))
      poll('ethers', () => provider.getBalance(bob, 'pending'))
      for (const name of ['viem', 'ethers'])
        watch(name, () => shown[name], [wasTrue({ address: bob })])
      return wait(900).then(() => {
        node.preconfirm({ from: alice, to: bob, value: 1n })
      })
    },
    { duration: 6_000, runs: 60 },
  )

  // Told by viem over a WebSocket, which it opens anew by itself.
  kit.explore(
    'a WebSocket, explored',
    ({ node, watch, onEnd }) => {
      const transport = webSocket(node.wsUrl)
      const client = createPublicClient({ chain: node.chain, transport })
      let head = 0
      const unwatch = client.watchBlockNumber({
        onBlockNumber: (number) => {
          head = Math.max(head, Number(number))
        },
        onError: () => {},
      })
      onEnd(unwatch)
      watch('head', () => head, [rightAgain()])
    },
    {
      duration: 14_000,
      accept: [
        { mishap: /eth_subscribe|refused when it/, reason: 'viem gives up' },
      ],
    },
  )
}
