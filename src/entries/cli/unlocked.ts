import type { Hex } from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import type { MockNode } from '../../index.js'
import { walletMethods } from '../../rpc/method/walletMethods.js'
import { createWallet, testAccounts } from '../wallet/index.js'

/** The first accounts of the mnemonic that development nodes share. */
export const sharedAccounts: readonly Hex[] = [
  ...testAccounts,
  '0xbcd4042de499d14e55001ccbb24a551f3b954096',
  '0x71be63f3384f5fb98995898a86b02fb2426c5788',
  '0xfabb0ac9d68b0b445fb7357272ff202c5651694a',
  '0x1cbd3b2770909d4e10f157cabc84c7264073c9ec',
  '0xdf3e18d64bc6a983f673ab319ccae4f1a57c7097',
  '0xcd3b766ccdd6ae721141f452c550ca635964ce71',
  '0x2546bcd3c84621e976d8185a91a922ae77ecec30',
  '0xbda5747bfd65f08deb54cb465eb87d40e51b197e',
  '0xdd2fd4581271e230360230f9337d5c0430bf44c0',
  '0x8626f6940e2eb28930efb4cef49b2d1f2c9c1199',
]

type Provider = { request(args: object): Promise<unknown> }

/**
 * The node has the keys of these accounts, as development nodes do, and of
 * those that `personal_*` adds: as geth 1.13 and ganache 7 answer them. None is
 * ever locked, as the node accepts every sender.
 */
export function unlock(node: MockNode, accounts: readonly Hex[]): void {
  const ask = node.provider as unknown as Provider
  const first = createWallet(node, {
    accounts: Math.max(accounts.length, testAccounts.length),
    connectedAccounts: 'all',
  })
  const shared = connect(first.provider as Provider)
  /** By address. */
  const added = new Map<
    string,
    { signer: Promise<Provider>; password: unknown }
  >()
  const listed = () => [...accounts, ...added.keys()]
  const signerOf = (params: readonly unknown[]) =>
    params.map((one) => added.get(addressIn(one))).find(Boolean)?.signer ??
    shared

  const signing = Object.entries(walletMethods).filter(
    ([, kind]) => kind === 'signs',
  )
  for (const [method] of signing)
    node.handle(method, async (params: readonly unknown[]) => {
      const signer = await signerOf(params)
      // The password of `personal_sign`, which unlocks nothing.
      const own = method === 'personal_sign' ? params.slice(0, 2) : params
      return signer.request({ method, params: own })
    })

  const hash = (data: Hex) =>
    ask.request({ method: 'web3_sha3', params: [data] }) as Promise<Hex>

  async function add(key: Hex, password: unknown): Promise<Hex> {
    const wallet = createWallet(node, { privateKeys: [key] })
    const signer = await connect(wallet.provider as Provider)
    const [address] = (await signer.request({ method: 'eth_accounts' })) as [
      Hex,
    ]
    if (listed().includes(address)) throw refusal('account already exists')
    added.set(address, { signer: Promise.resolve(signer), password })
    // Where not every sender is accepted, this one is.
    const method = 'anvil_impersonateAccount'
    await node.control.request({ method, params: [address] })
    return address
  }

  const handlers: {
    [method: string]: (params: readonly unknown[]) => unknown
  } = {
    eth_accounts: listed,
    personal_listAccounts: listed,
    // The same in every run: a count in place of chance.
    personal_newAccount: async ([password]) =>
      add(await hash(encodeText(`preseal account ${added.size}`)), password),
    personal_importRawKey: ([key, password]) =>
      add(`0x${`${key}`.replace(/^0x/, '')}`, password),
    personal_unlockAccount([address, password]) {
      assertKnown(address)
      const account = added.get(addressIn(address))
      if (account !== undefined && account.password !== password)
        throw refusal('could not decrypt key with given password')
      return true
    },
    personal_lockAccount: ([address]) =>
      listed().includes(addressIn(address) as Hex),
    personal_sendTransaction([transaction]) {
      assertKnown(transaction)
      return ask.request({
        method: 'eth_sendTransaction',
        params: [transaction],
      })
    },
    // The precompile recovers it, so that no curve is loaded for it.
    async personal_ecRecover([data, signature]) {
      const [r, s, v] = [2, 66, 130].map((at) =>
        `${signature}`.slice(at, at + 64).padStart(64, '0'),
      )
      const message = `${data}`.slice(2)
      const prefix = `\x19Ethereum Signed Message:\n${message.length / 2}`
      const signed = await hash(`${encodeText(prefix)}${message}`)
      const input = `${signed}${v}${r}${s}`
      const word = await ask.request({
        method: 'eth_call',
        params: [{ to: ecRecover, data: input }],
      })
      return `0x${`${word}`.slice(-40)}`
    },
  }
  for (const [method, handler] of Object.entries(handlers))
    node.handle(method, handler as never)

  function assertKnown(given: unknown) {
    if (!listed().includes(addressIn(given) as Hex))
      throw refusal('no key for given address or file')
  }
}

const ecRecover = '0x0000000000000000000000000000000000000001'

async function connect(provider: Provider): Promise<Provider> {
  await provider.request({ method: 'eth_requestAccounts' })
  return provider
}

/** The account that a parameter names: itself, or as the sender. */
function addressIn(given: unknown): string {
  const { from } = (given ?? {}) as { from?: unknown }
  return `${from ?? given}`.toLowerCase()
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: -32000 })
}
