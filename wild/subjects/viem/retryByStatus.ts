import { readBlocksOverHttp } from '../../http.js'
import { everyReadIsAnswered } from '../../laws.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'failed', '2.57.12': 'holds' },
  law: 'a read that meets HTTP 503 once is tried again',
  instead:
    'a read fails at the first HTTP 503 that has a JSON-RPC error as its body',
  upstream: 'wevm/viem#5286',
  mendedIn: '2.57.12',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      body: readBlocksOverHttp(viem, [everyReadIsAnswered]),
      examples: [
        {
          kind: 'failed',
          name: 'a gateway answers with 503 and a JSON-RPC error',
          steps: [
            {
              at: 1_500,
              type: 'fault',
              fault: {
                type: 'http',
                status: 503,
                times: 1,
                body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"unavailable"}}',
              },
            },
          ],
        },
      ],
      runs: 0,
    }
  },
}
