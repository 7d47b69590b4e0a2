import { BrowserProvider, parseEther } from 'ethers'
import { staysFinal } from 'preseal/explore'
import { explore } from 'preseal/vitest'

const shop = '0x0000000000000000000000000000000000000b0b'

// If a read of `wait` fails, ethers rejects where no application can catch it.
const invariant = 'noUnhandledRejection'
const accept = [{ mishap: /./, invariant, reason: 'ethers does not catch it' }]

explore(
  'a payment shown as Paid stays paid',
  ({ wallet, watch }) => {
    const provider = new BrowserProvider(wallet.provider)
    provider.pollingInterval = 1_000 // else every 4 s

    // In place of your dapp: it pays, waits for the receipt, and says Paid.
    let page = 'Sending'
    async function pay() {
      const signer = await provider.getSigner()
      const payment = { to: shop, value: parseEther('1') }
      const sent = await signer.sendTransaction(payment)
      const wait = { confirmations: 1 }
      const receipt = await sent.wait(wait.confirmations)
      page = receipt?.status === 1 ? 'Paid' : 'Failed'
    }
    pay().catch(() => {
      page = 'Failed'
    })

    // Read after each change: once it says Paid, the payment must not be undone.
    watch('page', () => page, [staysFinal('Paid')])
  },
  { accept, runs: 300 }, // all of them, not only 200
)
