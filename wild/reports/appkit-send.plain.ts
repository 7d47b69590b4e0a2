// A payment that takes longer than 25 s is an error, and is included.
import assert from 'node:assert'
import { openPage } from '../page.js'
import { fakeChain, hash, pause, payee } from './fakeChain.js'

await openPage()
const { custom, defineChain } = await import('viem' as string)
const { connect, injected } = await import('@wagmi/core' as string)
const { WagmiAdapter } = await import('@reown/appkit-adapter-wagmi' as string)

// Block 100 comes after 30 s.
const provider = fakeChain({ includedIn: 100 })
const chain = defineChain({
  id: 31_337,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const adapter = new WagmiAdapter({
  projectId: 'any',
  networks: [chain],
  transports: { [chain.id]: custom(provider) },
  connectors: [injected({ target: { id: 'test', name: 'Test', provider } })],
})
const [connector] = adapter.wagmiConfig.connectors
await connect(adapter.wagmiConfig, { connector })
await assert.rejects(
  adapter.sendTransaction({ to: payee, value: 1n, data: '0x' }),
  { name: 'WaitForTransactionReceiptTimeoutError' },
)
await pause(6_000)
const receipt = { method: 'eth_getTransactionReceipt', params: [hash] }
assert.equal(
  ((await provider.request(receipt)) as { status: string }).status,
  '0x1',
)
process.exit()
