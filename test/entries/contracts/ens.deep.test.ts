import { BrowserProvider } from 'ethers'
import { createMockNode } from 'preseal'
import { ethereum } from 'preseal/chains'
import { ens } from 'preseal/contracts'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, carol } from '../../node/actors.js'

// The tables of names that ethers makes first take it a second.
test('behavior: ethers finds addresses, names and texts', async () => {
  const contracts = ens({
    'alice.eth': alice,
    'bob.eth': { address: bob, texts: { url: 'https://bob.example' } },
  })
  const { provider: own } = createMockNode({ profile: ethereum(), contracts })
  const provider = new BrowserProvider(own, 'mainnet')
  expect(await provider.resolveName('alice.eth')).toBe(getAddress(alice))
  // As on Ethereum: ethers 6.17 catches it only on the way back.
  await expect(provider.resolveName('nobody.eth')).rejects.toThrow(
    'ResolverNotFound',
  )
  expect(await provider.lookupAddress(alice)).toBe('alice.eth')
  expect(await provider.lookupAddress(carol)).toBe(null)
  const resolver = await provider.getResolver('bob.eth')
  expect(await resolver?.getText('url')).toBe('https://bob.example')
  provider.destroy()
})
