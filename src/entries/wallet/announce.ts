import { keccak_256 } from '@noble/hashes/sha3.js'
import { PresealError } from '../../base/errors/errors.js'
import { toBytes, toHex } from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { optional, readOptions } from '../../base/validation/fields.js'
import { nonEmptyText, oneOf } from '../../base/validation/values.js'
import type { WalletProfile } from './profile.js'
import type { Announcement, WalletProvider } from './wallet.js'

/** As much of a page's window as a wallet needs. */
type Page = {
  ethereum?: WalletProvider
  addEventListener(name: string, listener: () => void): void
  removeEventListener(name: string, listener: () => void): void
  dispatchEvent(event: object): void
  CustomEvent: new (name: string, options: { detail: unknown }) => object
  Event: new (name: string) => object
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 96 96%22%3E%3Crect width=%2296%22 height=%2296%22 rx=%2220%22/%3E%3Cpath d=%22M24 66V30h48v36zM24 42h48%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%226%22/%3E%3C/svg%3E'

const fieldsOf = (profile: WalletProfile) => ({
  name: optional(nonEmptyText, profile.name),
  rdns: optional(nonEmptyText, profile.rdns ?? 'test.preseal'),
  icon: optional(nonEmptyText, icon),
  announcement: optional(
    oneOf('once', 'late', 'twice', 'never'),
    profile.announcement ?? 'once',
  ),
  windowEthereum: optional(
    oneOf('replaces', 'locks', 'yields', 'never'),
    profile.windowEthereum ?? 'replaces',
  ),
})

/** Shows a provider to the page, until what it returns is called. */
export function announce(
  provider: WalletProvider,
  given: Announcement = {},
  profile: WalletProfile,
): () => void {
  const read = readOptions('wallet.announce', given, fieldsOf(profile))
  const { window: page } = globalThis as { window?: Page }
  if (page === undefined) throw missingGlobalError()
  const { announcement, windowEthereum, ...identity } = read
  const names = `${identity.rdns}\n${identity.name}`
  const number = numberOf(page, provider, names)
  const detailOf = (uuid: string) =>
    Object.freeze({ info: Object.freeze({ uuid, ...identity }), provider })
  const details = [
    detailOf(uuidOf(names, number)),
    ...(announcement === 'twice'
      ? [detailOf(uuidOf(names, number, 'again'))]
      : []),
  ]
  const announceAll = () => {
    for (const detail of details)
      page.dispatchEvent(
        new page.CustomEvent('eip6963:announceProvider', { detail }),
      )
  }

  const hide =
    windowEthereum === 'never' ||
    (windowEthereum === 'yields' && page.ethereum !== undefined)
      ? () => {}
      : show(page, provider, windowEthereum === 'locks')
  if (announcement !== 'never')
    page.addEventListener('eip6963:requestProvider', announceAll)
  if (announcement === 'once' || announcement === 'twice') announceAll()
  // As MetaMask tells pages that are there before it.
  page.dispatchEvent(new page.Event('ethereum#initialized'))

  return () => {
    page.removeEventListener('eip6963:requestProvider', announceAll)
    hide()
  }
}

/** A provider as `window.ethereum`, and what was there before it. */
type Shown = {
  readonly provider: WalletProvider
  before: PropertyDescriptor | undefined
}

/** In all windows, the newest last. */
let shown: readonly Shown[] = []

function show(
  page: Page,
  provider: WalletProvider,
  isLocked: boolean,
): () => void {
  // Another one has locked it: assignments have no effect.
  const before = Object.getOwnPropertyDescriptor(page, 'ethereum')
  if (before?.set !== undefined) {
    page.ethereum = provider
    return () => {}
  }
  const own: Shown = {
    provider,
    before,
  }
  shown = [...shown, own]
  Object.defineProperty(page, 'ethereum', {
    ...(isLocked
      ? { get: () => provider, set() {} }
      : { value: provider, writable: true }),
    configurable: true,
    enumerable: true,
  })
  return () => {
    const at = shown.indexOf(own)
    if (at < 0) return
    const newer = shown.slice(at + 1)
    shown = shown.filter((one) => one !== own)
    const { before } = own
    const next = newer.find((one) => one.before?.value === provider)
    // It is not to come back once the next one is hidden.
    if (next !== undefined) next.before = before
    else if (page.ethereum !== provider) return
    else if (before === undefined) Reflect.deleteProperty(page, 'ethereum')
    else Object.defineProperty(page, 'ethereum', before)
  }
}

/** The wallets that took the same names, by how many came before. */
type Numbers = { count: number; of: WeakMap<WalletProvider, number> }

const numbers = new WeakMap<Page, Map<string, Numbers>>()

/** How many wallets took the same names in this window before. */
function numberOf(page: Page, provider: WalletProvider, names: string): number {
  const byNames = numbers.get(page) ?? new Map<string, Numbers>()
  numbers.set(page, byNames)
  const taken: Numbers = byNames.get(names) ?? { count: 0, of: new WeakMap() }
  byNames.set(names, taken)
  let number = taken.of.get(provider)
  if (number === undefined) {
    number = taken.count++
    taken.of.set(provider, number)
  }
  return number
}

/**
 * A UUID of version 4, as EIP-6963 wants it: another one for each wallet, but
 * the same on every run.
 */
function uuidOf(names: string, number: number, suffix = ''): string {
  const text = (number === 0 ? names : `${names}\n${number}`) + suffix
  const hash = toHex(keccak_256(toBytes(encodeText(text))))
  const digits = [...hash.slice(2, 34)]
  digits[12] = '4'
  digits[16] = '8'
  return digits
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function missingGlobalError(): PresealError<'EnvironmentError'> {
  return new PresealError(
    'EnvironmentError',
    'wallet.announce needs a window, which is missing. Run the test in the environment "jsdom" or "happy-dom", or hand wallet.provider to the code under test.',
    { reason: 'global' },
  )
}
