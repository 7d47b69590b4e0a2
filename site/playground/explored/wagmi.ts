// @vitest-environment jsdom
import { staysFinal } from 'preseal/explore'
import { explore } from 'preseal/vitest'
import { custom, parseEther } from 'viem'
import { createConfig, injected } from 'wagmi'
import * as actions from 'wagmi/actions'

const shop = '0x0000000000000000000000000000000000000b0b'

explore(
  'a payment shown as Paid stays paid',
  ({ node, wallet, watch }) => {
    const target = { id: 'test', name: 'Test', provider: wallet.provider }
    const connector = injected({ target })
    const config = createConfig({
      chains: [node.chain],
      connectors: [connector],
      transports: { [node.chain.id]: custom(node.provider) },
      storage: null,
    })

    // In place of your dapp: it pays, waits for the receipt, and says Paid.
    let page = 'Sending'
    async function pay() {
      const payment = { to: shop, value: parseEther('1') } as const
      await actions.connect(config, { connector })
      const hash = await actions.sendTransaction(config, payment)
      let isCancelled = false // by the user, in the wallet
      const { status } = await actions.waitForTransactionReceipt(config, {
        hash,
        confirmations: 1,
        onReplaced: ({ reason }) => {
          isCancelled = reason !== 'repriced'
        },
      })
      page = status === 'success' && !isCancelled ? 'Paid' : 'Failed'
    }
    pay().catch(() => {
      page = 'Failed'
    })

    // Read after each change: once it says Paid, the payment must not be undone.
    watch('page', () => page, [staysFinal('Paid')])
  },
  { runs: 300 }, // all of them, not only 200
)
