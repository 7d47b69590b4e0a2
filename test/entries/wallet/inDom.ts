import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  getConnectors,
  injected,
  reconnect,
  switchChain,
} from '@wagmi/core'
import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { custom, getAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'

type Detail = { info: { [field: string]: string }; provider: unknown }

/** How wallets show themselves to a page, where a DOM is global. */
export function announceInDom() {
  const cleanups: (() => void)[] = []
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup()
    localStorage.clear()
  })

  const page = globalThis.window as Window & { ethereum?: unknown }

  function open() {
    const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
    const wallet = createWallet(nodes)
    return { nodes, wallet }
  }

  function discover() {
    const found: Detail[] = []
    const listener = (event: Event) =>
      found.push((event as CustomEvent<Detail>).detail)
    page.addEventListener('eip6963:announceProvider', listener)
    cleanups.push(() =>
      page.removeEventListener('eip6963:announceProvider', listener),
    )
    return found
  }

  function announced(...names: string[]) {
    const { nodes, wallet } = open()
    for (const name of names.length === 0 ? ['Preseal'] : names)
      cleanups.push(
        wallet.announce({ name, rdns: `test.${name.toLowerCase()}` }),
      )
    const [one, two] = nodes
    const config = createConfig({
      chains: [one.chain, two.chain],
      transports: {
        [one.chain.id]: custom(one.provider),
        [two.chain.id]: custom(two.provider),
      },
      connectors: [injected()],
    })
    return { wallet, config, nodes }
  }

  describe('announce', () => {
    test('default: at once and whenever a page asks, until it is stopped', () => {
      const { wallet } = open()
      const found = discover()
      const stop = wallet.announce()
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      expect(found.length).toBe(2)
      const [detail] = found
      expect(detail?.provider).toBe(wallet.provider)
      expect(page.ethereum).toBe(wallet.provider)
      expect(detail?.info).toEqual({
        name: 'Preseal',
        rdns: 'test.preseal',
        icon: expect.stringMatching(/^data:image\/svg\+xml,/),
        uuid: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
      })
      expect(Object.isFrozen(detail) && Object.isFrozen(detail?.info)).toBe(
        true,
      )
      stop()
      stop()
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      expect(found.length).toBe(2)
      expect('ethereum' in page).toBe(false)
    })

    test('behavior: another wallet is there again afterwards', () => {
      const other = { isOther: true }
      page.ethereum = other
      const stop = open().wallet.announce()
      expect(page.ethereum).not.toBe(other)
      stop()
      expect(page.ethereum).toBe(other)
      delete page.ethereum
    })

    test('behavior: two wallets by default are two for the page', () => {
      const node = createMockNode()
      const found = discover()
      cleanups.push(
        createWallet(node).announce(),
        createWallet(node).announce(),
      )
      const config = createConfig({
        chains: [node.chain],
        transports: { [node.chain.id]: custom(node.provider) },
      })
      const uuids = found.slice(0, 2).map(({ info }) => info.uuid)
      expect(new Set(uuids).size).toBe(2)
      expect(getConnectors(config).map(({ name }) => name)).toEqual([
        'Preseal',
        'Preseal',
      ])
    })

    test('behavior: a wallet that is announced anew keeps its UUID', () => {
      const { wallet } = open()
      const found = discover()
      wallet.announce()()
      cleanups.push(wallet.announce())
      expect(found[0]?.info.uuid).toBe(found[1]?.info.uuid)
    })

    test('behavior: it is withdrawn with the last node', () => {
      const { nodes, wallet } = open()
      const stop = wallet.announce()
      nodes[0].dispose()
      expect(page.ethereum).toBe(wallet.provider)
      nodes[1].dispose()
      expect('ethereum' in page).toBe(false)
      const found = discover()
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      expect(found).toEqual([])
      stop()
    })

    test('behavior: a wallet that ended does not come back after another', () => {
      const [first, second] = [open(), open()]
      first.wallet.announce()
      second.wallet.announce()
      for (const node of first.nodes) node.dispose()
      expect(page.ethereum).toBe(second.wallet.provider)
      for (const node of second.nodes) node.dispose()
      expect('ethereum' in page).toBe(false)
    })

    test('behavior: tells a page that was there before it', () => {
      let isTold = false
      const listener = () => {
        isTold = 'ethereum' in page
      }
      page.addEventListener('ethereum#initialized', listener, { once: true })
      cleanups.push(open().wallet.announce())
      expect(isTold).toBe(true)
    })

    test('error: what is not understood', () => {
      const { wallet } = open()
      expect(() => wallet.announce({ name: '' })).toThrow(
        'wallet.announce: "name" is "", expected',
      )
    })
  })

  describe('wagmi', () => {
    test('default: finds each wallet that is announced', () => {
      const { config } = announced('First', 'Second')
      expect(getConnectors(config).map(({ id, name }) => [id, name])).toEqual([
        ['injected', 'Injected'],
        ['test.first', 'First'],
        ['test.second', 'Second'],
      ])
    })

    test('default: is connected only after it was asked', async () => {
      const { wallet, config } = announced()
      expect(await reconnect(config)).toEqual([])
      expect(getAccount(config).status).toBe('disconnected')
      expect(wallet.isConnected).toBe(false)
    })

    test.each([
      ['injected', 0],
      ['discovered', 1],
    ] as const)(
      'default: connects, follows and disconnects: %s',
      async (_, index) => {
        const { wallet, config } = announced()
        const connector = getConnectors(config).at(index)
        if (connector === undefined) throw new Error('It was not found')
        await connect(config, { connector })
        const [first, second] = wallet.accounts as [
          `0x${string}`,
          `0x${string}`,
        ]
        const read = () => {
          const { address, chainId, status } = getAccount(config)
          return [address, chainId, status]
        }
        expect(read()).toEqual([getAddress(first), 31_337, 'connected'])
        wallet.switchAccount(second)
        wallet.switchChain(10)
        expect(read()).toEqual([getAddress(second), 10, 'connected'])
        await switchChain(config, { chainId: 31_337 })
        expect(wallet.chainId).toBe(31_337)
        await disconnect(config)
        expect(wallet.isConnected).toBe(false)
        expect(read()[2]).toBe('disconnected')
      },
    )

    test('behavior: the user disconnects', async () => {
      const { wallet, config } = announced()
      const connector = getConnectors(config).at(1)
      if (connector === undefined) throw new Error('It was not found')
      await connect(config, { connector })
      wallet.disconnect()
      await Promise.resolve()
      await new Promise((resolve) => setTimeout(resolve))
      expect(getAccount(config).status).toBe('disconnected')
    })

    test('behavior: the user refuses', async () => {
      const { wallet, config } = announced()
      const connector = getConnectors(config).at(1)
      if (connector === undefined) throw new Error('It was not found')
      wallet.reject()
      await expect(connect(config, { connector })).rejects.toMatchObject({
        name: 'UserRejectedRequestError',
      })
    })
  })
}
