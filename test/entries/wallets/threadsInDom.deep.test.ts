// @vitest-environment jsdom
// As threads.test.ts, of wallets that share a page.
import { createMockNode } from 'preseal'
import { createWallet, type WalletProfile } from 'preseal/wallet'
import { metaMask, rabby, rainbow } from 'preseal/wallets'
import { afterEach, expect, test } from 'vitest'

type Provider = {
  isMetaMask?: boolean
  request(request: { method: string }): Promise<unknown>
}
type Detail = {
  info: { rdns: string; uuid: string; name: string }
  provider: Provider
}

const page = globalThis.window as unknown as {
  ethereum?: Provider
  addEventListener(name: string, listener: (event: Event) => void): void
  dispatchEvent(event: Event): void
}
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

function install(profile: WalletProfile) {
  const wallet = createWallet(createMockNode(), { profile })
  return {
    wallet,
    announce() {
      cleanups.push(wallet.announce())
    },
  }
}

/** The wallets of a page, as it hears of them. */
function discover(): Detail[] {
  const found: Detail[] = []
  page.addEventListener('eip6963:announceProvider', (event) =>
    found.push((event as CustomEvent<Detail>).detail),
  )
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return found
}

test('rainbow-me/rainbowkit#1894, #1759: the button for MetaMask opens another wallet', async () => {
  const other = install(rabby)
  const wanted = install(metaMask)
  // It keeps window.ethereum, and says that it is MetaMask.
  other.announce()
  wanted.announce()
  const request = { method: 'eth_requestAccounts' }

  const reported = page.ethereum
  expect(reported?.isMetaMask).toBe(true)
  await reported?.request(request)
  expect([other.wallet.isConnected, wanted.wallet.isConnected]).toEqual([
    true,
    false,
  ])

  const mended = discover().find(({ info }) => info.rdns === 'io.metamask')
  await mended?.provider.request(request)
  expect(wanted.wallet.isConnected).toBe(true)
})

test('rainbow-me/rainbowkit#2071: a wallet is installed, and the list says that it is not', async () => {
  const wanted = install(rainbow)
  const other = install(rabby)
  // It keeps window.ethereum.
  other.announce()
  wanted.announce()
  const reported = page.ethereum as Provider & { isRainbow?: boolean }
  expect(reported.isRainbow).toBe(undefined)

  const mended = discover().find(({ info }) => info.rdns === 'me.rainbow')
  await mended?.provider.request({ method: 'eth_requestAccounts' })
  expect([wanted.wallet.isConnected, other.wallet.isConnected]).toEqual([
    true,
    false,
  ])
})

test('MetaMask/connect-monorepo#304: a wallet that is announced late is missed', () => {
  const reported = discover().map(({ info }) => info.name)
  const mended = discover()
  const late = install({ ...metaMask, announcement: 'late' })
  late.announce()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(reported).toEqual([])
  expect(mended.map(({ info }) => info.name)).toEqual(['MetaMask'])
})

test('decentraland/marketplace#2420: a wallet that is announced twice is listed twice', () => {
  const found = discover()
  install({ ...metaMask, announcement: 'twice' }).announce()
  const byUuid = new Map(found.map((one) => [one.info.uuid, one]))
  const byRdns = new Map(found.map((one) => [one.info.rdns, one]))
  expect(byUuid.size).toBe(2)
  expect(byRdns.size).toBe(1)
})

test('a wallet that yields leaves window.ethereum to the one before it', () => {
  const first = install(metaMask)
  first.announce()
  install({ ...metaMask, windowEthereum: 'yields' }).announce()
  install({ ...metaMask, windowEthereum: 'never' }).announce()
  expect(page.ethereum).toBe(first.wallet.provider)
})

test('a wallet that is never announced is not found', () => {
  const found = discover()
  install({ name: 'Test', announcement: 'never' }).announce()
  expect(found).toEqual([])
})
