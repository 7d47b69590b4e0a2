import { rightAgain } from 'preseal/explore'
import type { App } from './app.js'

/** A subscription that ends with its first error, and nobody begins it anew. */
export const neverReopened: App = {
  name: 'subscription never reopened',
  tells: /block: rightAgain/,
  test:
    (isMended) =>
    ({ node, watch }) => {
      const { request } = node.provider
      let blocks = 0
      let timer: ReturnType<typeof setInterval> | undefined

      async function open() {
        try {
          const id = await request({ method: 'eth_newBlockFilter' })
          timer = setInterval(() => poll(id), 1_000)
        } catch {
          // Nobody looks at what would begin it anew.
          if (isMended) setTimeout(open, 500)
        }
      }

      async function poll(id: `0x${string}`) {
        try {
          await request({ method: 'eth_getFilterChanges', params: [id] })
          blocks = Number(await request({ method: 'eth_blockNumber' }))
        } catch {
          clearInterval(timer)
          if (isMended) open()
        }
      }

      watch('block', () => blocks, [rightAgain()])
      open()
    },
}
