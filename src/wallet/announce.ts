import { keccak_256 } from '@noble/hashes/sha3.js'
import { PresealError } from '../errors.js'
import { toHex } from '../hex/hex.js'
import { optional, readFields } from '../validation/fields.js'
import { nonEmptyText } from '../validation/values.js'
import type { Announcement, WalletProvider } from './wallet.js'
import { InvalidWalletError } from './walletOptions.js'

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

const fields = {
  name: optional(nonEmptyText, 'Preseal'),
  rdns: optional(nonEmptyText, 'test.preseal'),
  icon: optional(nonEmptyText, icon),
}

/** Shows a provider to the page, until what it returns is called. */
export function announce(
  provider: WalletProvider,
  announcement: Announcement = {},
): () => void {
  const read = readFields(
    announcement,
    fields,
    'an object { name?, rdns?, icon? }',
  )
  if (!read.ok) throw new InvalidWalletError('wallet.announce', read.problems)
  const { window: page } = globalThis as { window?: Page }
  if (page === undefined) throw new NoWindowError()
  const { name, rdns } = read.value
  const info = Object.freeze({ uuid: uuidOf(name, rdns), ...read.value })
  const detail = Object.freeze({ info, provider })
  const tell = () =>
    page.dispatchEvent(
      new page.CustomEvent('eip6963:announceProvider', { detail }),
    )

  const before = Object.getOwnPropertyDescriptor(page, 'ethereum')
  Object.defineProperty(page, 'ethereum', {
    value: provider,
    configurable: true,
    enumerable: true,
    writable: true,
  })
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
  // As MetaMask tells pages that are there before it.
  page.dispatchEvent(new page.Event('ethereum#initialized'))

  return () => {
    page.removeEventListener('eip6963:requestProvider', tell)
    if (page.ethereum !== provider) return
    if (before === undefined) Reflect.deleteProperty(page, 'ethereum')
    else Object.defineProperty(page, 'ethereum', before)
  }
}

/** A UUID of version 4, as EIP-6963 wants it, but the same on every run. */
function uuidOf(name: string, rdns: string): string {
  const hash = toHex(keccak_256(new TextEncoder().encode(`${rdns}\n${name}`)))
  const digits = [...hash.slice(2, 34)]
  digits[12] = '4'
  digits[16] = '8'
  return digits
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

class NoWindowError extends PresealError {
  override readonly name = 'NoWindowError'

  constructor() {
    super(
      'wallet.announce needs a window, which is not there. Run the test in the environment "jsdom" or "happy-dom", or hand wallet.provider to the code under test.',
    )
  }
}
