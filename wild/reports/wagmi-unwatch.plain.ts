// Once the chain was switched, unwatch() ends the watch of the first chain only.
import assert from 'node:assert'
import { fakeChain, pause } from './fakeChain.js'

const { custom, defineChain } = await import('viem' as string)

for (const name of ['wagmi', 'wagmi-3.7.7'])
  for (const isSwitched of [false, true]) {
    const { createConfig } = await import(name)
    const { switchChain, watchBlockNumber } = await import(`${name}/actions`)
    const [first, second] = [fakeChain(), fakeChain()]
    const chains = [1, 10].map((id) =>
      defineChain({
        id,
        name: `${id}`,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      }),
    )
    const config = createConfig({
      chains,
      transports: { 1: custom(first), 10: custom(second) },
      pollingInterval: 100,
      storage: null,
    })
    const unwatch = watchBlockNumber(config, { onBlockNumber() {} })
    await pause(500)
    if (isSwitched) await switchChain(config, { chainId: 10 })
    await pause(500)
    unwatch()
    await pause(300)
    const asked = () =>
      [first, second].map(({ counts }) => counts.get('eth_blockNumber') ?? 0)
    const before = asked()
    await pause(1_000)
    const [ofFirst = 0, ofSecond = 0] = asked()
    assert.equal(ofFirst, before[0])
    assert.equal(ofSecond > (before[1] ?? 0), isSwitched)
  }
process.exit()
