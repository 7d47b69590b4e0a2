import { mostRequests } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'failed', '2.57.12': 'holds' },
  law: 'a client that is told to come back at a date does not ask before',
  instead:
    'a client whose `Retry-After` is a date asks again at once, until its retries are used up',
  upstream: 'wevm/viem#5288',
  mendedIn: '2.57.12',
  async explore(load) {
    const { createPublicClient, http } = await load<Viem>('viem')
    return {
      body: journey([mostRequests(1)], async ({ node, wait }, show) => {
        const client = createPublicClient({
          chain: node.chain,
          transport: http('http://node.test', {
            fetchFn: node.fetch as typeof fetch,
          }),
        })
        await wait(2_000)
        show(await client.getGasPrice())
      }),
      examples: [
        {
          kind: 'failed',
          name: 'an endpoint answers with 429 and a date',
          steps: [
            {
              at: 1_500,
              type: 'fault',
              fault: {
                type: 'http',
                status: 429,
                times: 1,
                body: 'slow down',
                headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:06 GMT' },
              },
            },
          ],
        },
      ],
      runs: 0,
    }
  },
}
