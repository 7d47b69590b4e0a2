import {
  type Config,
  connect,
  createConfig,
  getChainId,
  injected,
  sendCalls,
  sendTransaction,
  switchChain,
  waitForCallsStatus,
} from '@wagmi/core'
import { createMockNode, type MockNode } from 'preseal'
import { createWallet, type Wallet, type WalletProfile } from 'preseal/wallet'
import { custom } from 'viem'

/** What an application does with a connector. */
export const acts = [
  'connect',
  'reject',
  'switch',
  'add',
  'send',
  'batch',
] as const

const bob = '0x0000000000000000000000000000000000000b0b'

type World = {
  readonly chainId: () => number
  readonly wallet: Wallet
  readonly node: MockNode
  readonly config: Config
}

/** The connector of a test, and what ends whatever it needed. */
type Connected = {
  readonly connector: unknown
  /** Where its next request goes; default the wallet's chain. */
  readonly chainId?: () => number
  readonly end?: () => unknown
}

/** How a connector comes to a wallet. */
export type OpenConnector = (
  wallet: Wallet,
  nodes: readonly MockNode[],
) => Connected | Promise<Connected>

const injectedOf: OpenConnector = (wallet) => ({
  connector: injected({
    target: { id: 'wallet', name: 'Wallet', provider: wallet.provider },
  } as never),
})

/**
 * A connector of wagmi before a profile: what comes of each act, in a word or by
 * the name of the error.
 */
export async function runConnector(
  profile: WalletProfile,
  open: OpenConnector = injectedOf,
): Promise<Record<(typeof acts)[number], string>> {
  const run = async (
    act: (world: World) => Promise<string>,
    options: { isConnected?: boolean; knows?: number[] } = {},
  ) => {
    const { isConnected = true, knows = [31_337, 10] } = options
    const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
    const [node, other] = nodes
    const stop = new AbortController()
    const wallet = createWallet(nodes, {
      profile,
      chainIds: knows,
      balance: 10n ** 18n,
    })
    const {
      connector,
      end = () => {},
      chainId = () => wallet.chainId,
    } = await open(wallet, nodes)
    const config = createConfig({
      chains: [node.chain, other.chain],
      connectors: [connector as never],
      multiInjectedProviderDiscovery: false,
      storage: null,
      transports: {
        [node.chain.id]: custom(node.provider),
        [other.chain.id]: custom(other.provider),
      },
    }) as unknown as Config
    try {
      const acted = async () => {
        if (isConnected) await enter(config)
        return act({ wallet, node, config, chainId })
      }
      return await Promise.race([acted(), patience(stop.signal)])
    } catch (error) {
      return nameOf(error)
    } finally {
      stop.abort()
      await end()
      for (const one of nodes) one.dispose()
    }
  }

  return {
    connect: await run(
      async ({ wallet, config }) => {
        const { accounts } = await enter(config)
        const isFirst = accounts[0]?.toLowerCase() === wallet.account
        return isFirst ? 'the account' : 'another account'
      },
      { isConnected: false },
    ),
    reject: await run(async ({ wallet, config }) => {
      wallet.reject()
      await pay(config)
      return 'sent'
    }),
    switch: await run(switchTo),
    add: await run(switchTo, { knows: [31_337] }),
    send: await run(async ({ node, config }) => {
      const hash = await pay(config)
      node.nextBlock()
      const receipt = await node.provider.request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })
      return receipt === null ? 'a hash without a receipt' : 'a receipt'
    }),
    batch: await run(async ({ wallet, node, config }) => {
      const calls = [{ to: bob }, { to: bob }] as const
      const { id } = await sendCalls(config, { calls })
      wallet.safe?.confirm()
      await wallet.safe?.execute()
      node.nextBlock()
      const { atomic, statusCode } = await waitForCallsStatus(config, {
        id,
        timeout: 1_000,
      })
      return `${statusCode}, ${atomic ? 'one transaction' : 'one for each call'}`
    }),
  }
}

/** Some connectors wait for an event that a wallet never emits. */
const patience = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    const timer = setTimeout(resolve, 10_000, 'never ends')
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

const enter = (config: Config): Promise<{ accounts: readonly string[] }> =>
  connect(config, { connector: config.connectors[0] } as never)

const pay = (config: Config) => sendTransaction(config, { to: bob, value: 1n })

async function switchTo({ config, chainId }: World): Promise<string> {
  await switchChain(config, { chainId: 10 })
  const isThere = getChainId(config) === 10 && chainId() === 10
  return isThere ? 'switched' : 'stays'
}

/** Of the innermost error that viem or wagmi has a class for. */
function nameOf(error: unknown): string {
  let found = (error as Error).name
  for (
    let cause = error as { name: string; cause?: unknown } | undefined;
    cause !== undefined;
    cause = cause.cause as typeof cause
  )
    if (/^(?!ProviderRpc|RpcRequest)\w+Error$/.test(cause.name))
      if (cause.name !== 'Error') found = cause.name
  return `\`${found}\``
}
