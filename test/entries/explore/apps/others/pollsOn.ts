import { nothingAskedAfter } from 'preseal/explore'
import { createPublicClient, custom } from 'viem'
import { bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

/** A page that is left while its request is on the way, and asks on. */
export const pollsOn: App = {
  name: 'polls on after it was left',
  tells: /page: nothingAskedAfter: the application sent eth_getBalance .* late/,
  options: { duration: 10_000 },
  test:
    (isMended) =>
    async ({ node, watch, wait }) => {
      const transport = custom(node.provider, { retryCount: 0 })
      const client = createPublicClient({ transport })
      let page = 'open'
      let timer: ReturnType<typeof setTimeout> | undefined

      async function poll() {
        await client.getBalance({ address: bob }).catch(() => 0n)
        if (isMended && page === 'closed') return
        timer = setTimeout(poll, 600)
      }

      watch('page', () => page, [nothingAskedAfter('closed')])
      void poll()
      await wait(4_900)
      page = 'closed'
      clearTimeout(timer)
    },
}
