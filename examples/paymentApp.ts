import {
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
} from 'viem'

const shop = '0x0000000000000000000000000000000000000b0b'

/** What an application has of a node: whom to ask, and which chain it is. */
type Endpoint = {
  provider: Parameters<typeof custom>[0]
  chain: Chain
}

/** An application that pays, and says what became of the payment. */
export function createPaymentApp(
  { provider, chain }: Endpoint,
  user: `0x${string}`,
) {
  const transport = custom(provider)
  const client = createPublicClient({ transport })
  const wallet = createWalletClient({ account: user, transport, chain })
  return {
    shop: shop as `0x${string}`,
    click: () => wallet.sendTransaction({ to: shop, value: 1n }),
    async readStatus(hash: `0x${string}`) {
      const receipt = await client
        .getTransactionReceipt({ hash })
        .catch(() => null)
      if (receipt === null) return 'not paid'
      const latest = await client.getBlockNumber({ cacheTime: 0 })
      return receipt.blockNumber > latest ? 'being paid' : 'paid'
    },
  }
}
