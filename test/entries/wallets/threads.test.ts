// What users reported of real wallets: each test runs the code that was
// reported, and the code that mends it, before the same wallet.
import { createMockNode } from 'preseal'
import { createBundler } from 'preseal/bundler'
import { createWallet, type Wallet, type WalletProfile } from 'preseal/wallet'
import * as wallets from 'preseal/wallets'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  type Hash,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'

const { metaMask, metaMaskMobile, rabby, rainbow, safe, trust } = wallets

type World = ReturnType<typeof open>
type Code<result> = (world: World) => Promise<result>
type ProviderError = { code?: number; message?: string; data?: unknown }

function open(profile: WalletProfile) {
  const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
  const [node, other] = nodes
  const chainIds = [node.chain.id]
  const wallet = createWallet(nodes, { profile, chainIds, balance: ether })
  wallet.connect()
  const ask = (method: string, params: unknown[] = []) =>
    wallet.provider.request({ method, params } as never) as Promise<unknown>
  const chain = createPublicClient({ transport: custom(node.provider) })
  const app = (options: object = { retryCount: 0 }) =>
    createWalletClient({
      account: wallet.account,
      chain: node.chain,
      transport: custom(wallet.provider, options),
    })
  return { node, other, wallet, ask, chain, app }
}

/** The reported code fails, the mended code passes. */
function thread<result>(
  name: string,
  profile: WalletProfile,
  {
    reported,
    mended,
    holds,
  }: {
    reported: Code<result>
    mended: Code<result>
    holds: (result: result, world: World) => boolean | Promise<boolean>
  },
) {
  test(name, async () => {
    const outcomeOf = async (code: Code<result>) => {
      const world = open(profile)
      try {
        return await holds(await code(world), world)
      } catch {
        return false
      }
    }
    expect(await outcomeOf(reported)).toBe(false)
    expect(await outcomeOf(mended)).toBe(true)
  })
}

/** Whatever needs no time goes on. */
async function turns() {
  for (let turn = 0; turn < 100; turn++) await undefined
}

const toOther = [{ chainId: '0xa' }]
const isOnOther = (_: unknown, { wallet }: World) => wallet.chainId === 10

/** Switches, and adds the chain first if the error says that it is unknown. */
const switching =
  (isUnknown: (error: ProviderError) => boolean, isAskedAgain = false) =>
  async ({ ask }: World) => {
    try {
      await ask('wallet_switchEthereumChain', toOther)
    } catch (error) {
      if (!isUnknown(error as ProviderError)) throw error
      await ask('wallet_addEthereumChain', toOther)
      if (isAskedAgain) await ask('wallet_switchEthereumChain', toOther)
    }
  }

const is4902 = ({ code }: ProviderError) => code === 4902
const isWrapped4902 = (error: ProviderError) => {
  const { originalError } = (error.data ?? {}) as {
    originalError?: ProviderError
  }
  return is4902(error) || is4902(originalError ?? {})
}

describe('switching chains', () => {
  thread('wevm/wagmi#325: 4902 is wrapped in -32603', metaMaskMobile, {
    reported: switching(is4902),
    mended: switching(isWrapped4902),
    holds: isOnOther,
  })

  thread('wevm/wagmi#4754: no code at all', trust, {
    reported: switching(isWrapped4902),
    mended: switching(() => true),
    holds: isOnOther,
  })

  thread('wevm/wagmi#1942: added, yet not switched', rainbow, {
    reported: switching(() => true),
    mended: switching(() => true, true),
    holds: isOnOther,
  })

  thread('family/connectkit#367: the chain is not added first', metaMask, {
    reported: async ({ ask }) => ask('wallet_switchEthereumChain', toOther),
    mended: switching(is4902),
    holds: isOnOther,
  })

  thread('reown-com/appkit#5787: a failure is swallowed', metaMask, {
    async reported({ ask, wallet }) {
      wallet.reject()
      await switching(is4902)({ ask } as World).catch(() => undefined)
      return 'switched'
    },
    async mended({ ask, wallet }) {
      wallet.reject()
      try {
        await switching(is4902)({ ask } as World)
        return 'switched'
      } catch {
        return 'declined'
      }
    },
    holds: (shown, { wallet }) =>
      shown === (wallet.chainId === 10 ? 'switched' : 'declined'),
  })
})

describe('a switch that does not switch', () => {
  thread(
    'wevm/wagmi#4223: the switch is answered, and the wallet stays',
    { ...metaMask, unknownChain: 'ignored' },
    {
      async reported({ ask }) {
        await ask('wallet_switchEthereumChain', toOther)
        return 10
      },
      async mended({ ask }) {
        await ask('wallet_switchEthereumChain', toOther)
        return Number(await ask('eth_chainId'))
      },
      holds: (shown, { wallet }) => shown === wallet.chainId,
    },
  )
})

const pay = ({ app }: World) => app().sendTransaction({ to: bob, value: 1n })

describe('rejections', () => {
  const shown =
    (read: (error: ProviderError) => string): Code<string> =>
    async (world) => {
      world.wallet.reject()
      try {
        await world.ask('eth_sendTransaction', [{ to: bob }])
        return 'sent'
      } catch (error) {
        return read(error as ProviderError)
      }
    }

  thread(
    'MetaMask/metamask-mobile#1314: the error is an empty object',
    { ...metaMaskMobile, rejection: { thrown: 'empty' } },
    {
      reported: shown(({ code, message }) =>
        code === 4001 || (message as string).includes('rejected')
          ? 'rejected'
          : 'failed',
      ),
      mended: shown(({ code, message }) =>
        code === 4001 || message?.includes('rejected') ? 'rejected' : 'failed',
      ),
      holds: (state) => state === 'failed',
    },
  )

  thread(
    'MetaMask/metamask-mobile#6733: -32603, which viem asks again',
    metaMaskMobile,
    {
      async reported({ wallet, app }) {
        wallet.reject({ times: 'all' })
        const { account } = wallet
        const params = ['0x01', account] as const
        await app({ retryDelay: 0 })
          .request({ method: 'personal_sign', params: [...params] })
          .catch(() => {})
      },
      async mended({ wallet, app }) {
        wallet.reject({ times: 'all' })
        const { account } = wallet
        await app({ retryDelay: 0 })
          .signMessage({ account, message: 'hello' })
          .catch(() => {})
      },
      holds: (_, { wallet }) => wallet.prompts.length === 1,
    },
  )

  thread(
    'MetaMask/metamask-mobile#5443: a rejection never arrives',
    { ...metaMaskMobile, rejection: 'never' },
    {
      async reported(world) {
        world.wallet.reject()
        let button = 'busy'
        void pay(world).finally(() => {
          button = 'ready'
        })
        for (let turn = 0; turn < 100; turn++) await undefined
        return button
      },
      async mended(world) {
        world.wallet.reject()
        let button = 'busy'
        // The page has a button of its own that stops waiting.
        let stop = () => {}
        const stopped = new Promise<void>((resolve) => {
          stop = resolve
        })
        void Promise.race([pay(world), stopped]).finally(() => {
          button = 'ready'
        })
        stop()
        for (let turn = 0; turn < 100; turn++) await undefined
        return button
      },
      holds: (button) => button === 'ready',
    },
  )

  thread(
    'MetaMask/metamask-mobile#1907: closing the prompt answers nothing',
    { ...metaMaskMobile, rejection: 'never' },
    {
      async reported(world) {
        let account: unknown
        world.wallet.disconnect()
        world.wallet.reject()
        void world.ask('eth_requestAccounts').then((accounts) => {
          account = (accounts as string[])[0]
        })
        await turns()
        // The user goes to the wallet, and connects the page there.
        world.wallet.connect()
        await turns()
        return account
      },
      async mended(world) {
        let account: unknown
        world.wallet.disconnect()
        world.wallet.reject()
        world.wallet.provider.on('accountsChanged', ([first]) => {
          account = first
        })
        void world.ask('eth_requestAccounts')
        await turns()
        world.wallet.connect()
        await turns()
        return account
      },
      holds: (account, { wallet }) =>
        `${account}`.toLowerCase() === wallet.account,
    },
  )

  thread('hemilabs/ui-monorepo#634: reported as an incident', metaMask, {
    async reported(world) {
      world.wallet.reject()
      const incidents: unknown[] = []
      await pay(world).catch((error) => incidents.push(error))
      return incidents
    },
    async mended(world) {
      world.wallet.reject()
      const incidents: unknown[] = []
      await pay(world).catch((error) => {
        const isRejected =
          error instanceof BaseError &&
          error.walk((cause) => cause instanceof UserRejectedRequestError)
        if (!isRejected) incidents.push(error)
      })
      return incidents
    },
    holds: (incidents) => incidents.length === 0,
  })
})

describe('Safe', () => {
  const executed = async (world: World) => {
    const hash = await pay(world)
    world.wallet.safe?.confirm()
    await world.wallet.safe?.execute()
    world.node.nextBlock()
    return hash
  }
  const soon = { timeout: 50, pollingInterval: 5, retryCount: 0 } as const

  thread('wevm/wagmi#2461, #4579: the wait for a receipt hangs', safe, {
    async reported(world) {
      const hash = await executed(world)
      return world.chain.waitForTransactionReceipt({ hash, ...soon })
    },
    async mended(world) {
      const hash = await executed(world)
      // The Safe's own provider knows what it has returned.
      const transport = custom(world.wallet.provider)
      const client = createPublicClient({ transport })
      return client.waitForTransactionReceipt({ hash, ...soon })
    },
    holds: ({ status }) => status === 'success',
  })

  const executionOf = async (
    { chain }: World,
    wallet: Wallet,
    safeTxHash: Hash,
  ) => {
    const logs = await chain.getLogs({ address: wallet.account, fromBlock: 0n })
    return logs.find(({ topics }) => topics.includes(safeTxHash as never))
      ?.transactionHash
  }

  thread('babylonlabs-io/babylon-toolkit#1629: the hash is no hash', safe, {
    reported: executed,
    async mended(world) {
      const hash = await executed(world)
      return (await executionOf(world, world.wallet, hash)) as Hash
    },
    holds: async (hash, { chain }) =>
      (await chain.getTransactionReceipt({ hash })).status === 'success',
  })

  /** A relay that takes the request to the Safe, and brings nothing back. */
  const payByRelay = ({ wallet, node }: World) => {
    const relay = custom({
      async request(asked: { method: string }) {
        const answer = wallet.provider.request(asked as never)
        await (asked.method === 'eth_sendTransaction'
          ? new Promise(() => {})
          : answer)
        return answer
      },
    })
    const { account } = wallet
    const { chain } = node
    const client = createWalletClient({ account, chain, transport: relay })
    return client.sendTransaction({ to: bob, value: 1n })
  }
  const execute = async ({ wallet, node }: World) => {
    await turns()
    wallet.safe?.confirm()
    await wallet.safe?.execute()
    node.nextBlock()
    await turns()
  }

  thread('blocknative/web3-onboard#1649: no hash ever comes back', safe, {
    async reported(world) {
      let shown = 'waiting'
      void payByRelay(world).then(() => {
        shown = 'paid'
      })
      await execute(world)
      return shown
    },
    async mended(world) {
      const balance = () => world.chain.getBalance({ address: bob })
      const before = await balance()
      void payByRelay(world)
      await execute(world)
      // What the payment was for tells whether it was made.
      return (await balance()) > before ? 'paid' : 'waiting'
    },
    holds: (shown) => shown === 'paid',
  })

  thread(
    'safe-global/safe-wallet-monorepo#3972: the owners cancel it, and the page waits',
    safe,
    {
      async reported(world) {
        const hash = await pay(world)
        world.wallet.safe?.cancel()
        world.node.nextBlock()
        return world.chain
          .waitForTransactionReceipt({ hash, ...soon })
          .then(() => 'paid')
      },
      async mended(world) {
        const hash = await pay(world)
        world.wallet.safe?.cancel()
        world.node.nextBlock()
        const { transactions = [] } = world.wallet.safe ?? {}
        // As Safe's transaction service tells it.
        const found = transactions.find((one) => one.safeTxHash === hash)
        return found?.status === 'cancelled' ? 'cancelled' : 'waiting'
      },
      holds: (shown) => shown === 'cancelled',
    },
  )
})

describe('batches', () => {
  const calls = [
    { to: bob, value: 1n },
    { to: bob, value: 2n },
  ] as const
  const isPaid = async (_: unknown, { node, chain }: World) => {
    node.nextBlock()
    return (await chain.getBalance({ address: bob })) === 3n
  }
  const oneByOne = async ({ app }: World) => {
    for (const call of calls) await app().sendTransaction(call)
  }
  const sendCalls = ({ app }: World) =>
    app().sendCalls({ calls, forceAtomic: true })

  thread('zerodevapp/zerodev-wallet-sdk#257: no wallet_sendCalls', rabby, {
    reported: async (world) => void (await sendCalls(world)),
    async mended(world) {
      const capabilities = await world
        .app()
        .getCapabilities()
        .catch(() => null)
      if (capabilities === null) await oneByOne(world)
      else await sendCalls(world)
    },
    holds: isPaid,
  })

  thread(
    'balancer/frontend-monorepo#2660: the user refuses the upgrade (5750)',
    { ...metaMask, batches: { ...metaMask.batches, upgrade: 'refused' } },
    {
      reported: async (world) => void (await sendCalls(world)),
      async mended(world) {
        try {
          await sendCalls(world)
        } catch (error) {
          const code = (error as BaseError).walk(
            (cause) => (cause as ProviderError).code === 5750,
          )
          if (code === null) throw error
          await oneByOne(world)
        }
      },
      holds: isPaid,
    },
  )

  thread(
    'zerodevapp/zerodev-wallet-sdk#245: a batch is sent, and its status is not served',
    {
      ...metaMask,
      missing: [...metaMask.missing, 'wallet_getCallsStatus'],
    },
    {
      async reported(world) {
        const { id } = await sendCalls(world)
        world.node.nextBlock()
        return world
          .app()
          .getCallsStatus({ id })
          .then(
            () => 'paid',
            () => 'failed',
          )
      },
      async mended(world) {
        const before = await world.chain.getBalance({ address: bob })
        const { id } = await sendCalls(world)
        world.node.nextBlock()
        return world
          .app()
          .getCallsStatus({ id })
          .then(
            () => 'paid',
            async () =>
              // What the batch was for tells whether it went through.
              (await world.chain.getBalance({ address: bob })) > before
                ? 'paid'
                : 'unknown',
          )
      },
      holds: (shown) => shown === 'paid',
    },
  )

  thread(
    'MetaMask/metamask-extension#40971: a batch is upgraded, and reverts as one',
    metaMask,
    {
      async reported(world) {
        // As if each call had a receipt of its own.
        const { id } = await sendCalls(world)
        world.node.nextBlock()
        const { receipts = [] } = await world.app().getCallsStatus({ id })
        return calls.map((_, index) => receipts[index]?.status)
      },
      async mended(world) {
        const { id } = await sendCalls(world)
        world.node.nextBlock()
        const { receipts = [], atomic } = await world
          .app()
          .getCallsStatus({ id })
        return calls.map((_, index) => receipts[atomic ? 0 : index]?.status)
      },
      holds: (statuses) => statuses.every((status) => status === 'success'),
    },
  )
})

describe('capabilities', () => {
  const calls = [
    { to: bob, value: 1n },
    { to: bob, value: 2n },
  ] as const

  const batchIf =
    (canBatch: (status: string | undefined) => boolean): Code<void> =>
    async ({ app, node }) => {
      const chainId = node.chain.id
      const { atomic } = await app().getCapabilities({ chainId })
      if (canBatch(atomic?.status)) await app().sendCalls({ calls: [...calls] })
      else for (const call of calls) await app().sendTransaction(call)
    }

  thread(
    'across-protocol/toolkit#229: "ready" is taken for no batches at all',
    metaMask,
    {
      reported: batchIf((status) => status === 'supported'),
      mended: batchIf(
        (status) => status !== undefined && status !== 'unsupported',
      ),
      holds: (_, { wallet }) => wallet.prompts.length === 1,
    },
  )

  thread(
    'reown-com/appkit#2271: the identifier of a batch is taken for a hash',
    metaMask,
    {
      async reported({ app, chain, node }) {
        const { id } = await app().sendCalls({ calls: [...calls] })
        node.nextBlock()
        const { status } = await chain.waitForTransactionReceipt({
          hash: id as Hash,
          timeout: 50,
          pollingInterval: 5,
          retryCount: 0,
        })
        return status
      },
      async mended({ app, node }) {
        const { id } = await app().sendCalls({ calls: [...calls] })
        node.nextBlock()
        const { status } = await app().waitForCallsStatus({ id, timeout: 500 })
        return status
      },
      holds: (status) => status === 'success',
    },
  )
})

describe('bundlers', () => {
  const paid = { paymasterService: { url: 'https://paymaster.example' } }
  const sponsored = {
    ...wallets.baseAccount,
    name: 'Test',
  } satisfies WalletProfile

  thread(
    'bcnmy/scw-contracts#104: an operation is dropped, and nobody notices',
    sponsored,
    {
      async reported(world) {
        const bundler = createBundler(world.node)
        const calls = [{ to: bob, value: 3n }]
        const { id } = await world
          .app()
          .sendCalls({ calls, capabilities: paid })
        bundler.drop(id as Hash)
        world.node.nextBlock()
      },
      async mended(world) {
        const bundler = createBundler(world.node)
        const calls = [{ to: bob, value: 3n }]
        const send = () => world.app().sendCalls({ calls, capabilities: paid })
        const { id } = await send()
        bundler.drop(id as Hash)
        world.node.nextBlock()
        const { statusCode } = await world.app().getCallsStatus({ id })
        if (statusCode === 400) await send()
      },
      async holds(_, { node, chain }) {
        node.nextBlock()
        return (await chain.getBalance({ address: bob })) === 3n
      },
    },
  )
})
