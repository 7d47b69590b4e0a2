import { readBlocksOverHttp } from '../../http.js'
import { everyReadSettles } from '../../laws.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'failed', '2.57.12': 'holds' },
  law: 'reads in a batch that the server rejects fail with the reason of the server',
  instead: 'they fail with "undefined" read from no answer',
  upstream: 'wevm/viem#5282',
  mendedIn: '2.57.12',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      body: readBlocksOverHttp(viem, [everyReadSettles], { batch: true }),
      examples: [
        {
          kind: 'failed',
          name: 'the server rejects a batch as a whole',
          steps: [
            {
              at: 1_500,
              type: 'fault',
              fault: {
                type: 'http',
                status: 200,
                times: 1,
                body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"batch too large"}}',
              },
            },
          ],
        },
      ],
      runs: 0,
    }
  },
}
