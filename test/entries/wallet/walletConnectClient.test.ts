import { createMockNode } from 'preseal'
import {
  createWallet,
  type WalletProfile,
  walletConnectClient,
} from 'preseal/wallet'
import { safe, walletConnect } from 'preseal/wallets'
import { expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'

// What UniversalProvider of WalletConnect calls; test/consumers/wallets runs it.
type Client = {
  on(name: string, listener: (event: object) => void): void
  connect(proposal: object): Promise<{
    uri: string
    approval(): Promise<{
      topic: string
      namespaces: { eip155: { accounts: string[]; chains: string[] } }
    }>
  }>
  request(asked: { chainId: string; request: object }): Promise<unknown>
  disconnect(): Promise<void>
}

const eip155 = {
  chains: ['eip155:31337', 'eip155:10', 'eip155:137'],
  methods: ['eth_sendTransaction'],
  events: [],
}

function open(profile: WalletProfile = walletConnect) {
  const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
  const wallet = createWallet(nodes, { profile, balance: ether })
  const client = walletConnectClient<Client>(wallet)
  const connect = async () => {
    const proposal = { optionalNamespaces: { eip155 } }
    return (await client.connect(proposal)).approval()
  }
  return { nodes, wallet, client, connect }
}

test('default: a session has the accounts on the chains of both', async () => {
  const { wallet, connect } = open()
  const { namespaces } = await connect()
  expect(namespaces.eip155.accounts).toEqual([
    `eip155:31337:${wallet.account}`,
    `eip155:10:${wallet.account}`,
  ])
  expect(wallet.isConnected).toBe(true)
})

test('behavior: a request names its chain', async () => {
  const { nodes, client, connect, wallet } = open()
  await connect()
  const params = [{ from: wallet.account, to: bob, value: '0x1' }]
  const request = { method: 'eth_sendTransaction', params }
  await client.request({ chainId: 'eip155:10', request })
  for (const node of nodes) node.nextBlock()
  const held = nodes.map((node) =>
    node.view().request({ method: 'eth_getBalance', params: [bob, 'latest'] }),
  )
  expect(held).toEqual(['0x0', '0x1'])
})

test('behavior: the user rejects, as on a phone', async () => {
  const { client, connect, wallet } = open()
  wallet.reject()
  await expect(connect()).rejects.toMatchObject({ code: 5000 })
  await connect()
  wallet.reject()
  const request = { method: 'personal_sign', params: ['0x01', wallet.account] }
  await expect(
    client.request({ chainId: 'eip155:31337', request }),
  ).rejects.toMatchObject({ code: 5000 })
})

test('behavior: events of the wallet are events of the session', async () => {
  const { client, connect, wallet } = open()
  const told: [string, unknown][] = []
  for (const name of ['session_event', 'session_delete'])
    client.on(name, (event) => told.push([name, event]))
  const { topic } = await connect()
  told.length = 0
  wallet.switchChain(10)
  await client.disconnect()
  expect(told).toEqual([
    [
      'session_event',
      {
        topic,
        params: {
          event: { name: 'chainChanged', data: 10 },
          chainId: 'eip155:10',
        },
      },
    ],
    ['session_delete', { topic }],
  ])
})

test('behavior: a Safe is connected without a prompt', async () => {
  const { connect, wallet } = open(safe)
  await connect()
  expect([wallet.isConnected, wallet.prompts.length]).toEqual([true, 0])
})
