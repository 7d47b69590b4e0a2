import { display } from '../../../base/hex/display.js'
import { toQuantity } from '../../../base/hex/hex.js'
import type { ForkRecord, Missing } from '../../../index.js'
import { unexpectedAnswer } from '../../endpoint/index.js'
import { type Ask, toError } from './ask/ask.js'

type Logs = Extract<Missing, { type: 'logs' }>

/** The logs of a range, in halves if an endpoint limits its length. */
export async function fetchLogs(
  { addresses, topics, fromBlock, toBlock }: Logs,
  ask: Ask,
): Promise<ForkRecord['history']['logs'][number]> {
  const logs: object[] = []
  const left: [from: bigint, to: bigint][] = [[fromBlock, toBlock]]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const [from, to] = part
    const request = {
      method: 'eth_getLogs',
      params: [
        {
          ...(addresses !== null && { address: addresses }),
          topics,
          fromBlock: toQuantity(from),
          toBlock: toQuantity(to),
        },
      ],
    }
    const asked = await ask.one(request)
    if (asked.type === 'result' && Array.isArray(asked.value)) {
      logs.push(...asked.value)
      continue
    }
    if (asked.type === 'result')
      throw unexpectedAnswer(request, display(asked.value), 'logs')
    if (from === to || asked.kind !== 'refused')
      throw toError(asked, request, to)
    const middle = (from + to) / 2n
    left.push([middle + 1n, to], [from, middle])
  }
  return {
    addresses,
    topics,
    fromBlock: Number(fromBlock),
    toBlock: Number(toBlock),
    logs,
  }
}
