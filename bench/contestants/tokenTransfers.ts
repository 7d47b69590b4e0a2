import type { MockNode } from 'preseal'
import type { Request } from '../loops.js'
import { token, tokenCode, tokenTransfer } from '../workload.js'

/** How many transfers the block of these contestants holds. */
export const transactions = 200
/** Over how many accounts they are spread. */
export const senders = 10

/** Fills the pending block of a node. */
export function preconfirmTransfers(
  node: MockNode,
  addresses: readonly `0x${string}`[],
) {
  const { to, data, gas, log } = tokenTransfer
  for (let index = 0; index < transactions; index++)
    node.preconfirm({
      from: addresses[index % senders] as `0x${string}`,
      to,
      data: data as `0x${string}`,
      gas,
      gasUsed: 30_000n,
      logs: [{ ...log, topics: [...log.topics] }],
    })
  node.nextBeat()
}

/** The same for a peer, which runs the token's code. */
export async function sendTransfers(
  request: Request,
  setCode: 'anvil_setCode' | 'evm_setAccountCode',
) {
  await request({ method: setCode, params: [token, tokenCode] })
  const accounts = (await request({
    method: 'eth_accounts',
    params: [],
  })) as string[]
  const { to, data, gas } = tokenTransfer
  for (let index = 0; index < transactions; index++)
    await request({
      method: 'eth_sendTransaction',
      params: [
        {
          from: accounts[index % senders],
          to,
          data,
          gas: `0x${gas.toString(16)}`,
        },
      ],
    })
}
