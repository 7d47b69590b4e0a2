import { createMockNode } from 'preseal'
import {
  type Address,
  createPublicClient,
  custom,
  type Hash,
  http,
  parseEther,
} from 'viem'

const alice: Address = '0x00000000000000000000000000000000000a11ce'
const bob: Address = '0x0000000000000000000000000000000000000b0b'

const node = createMockNode({
  accounts: { [alice]: { balance: parseEther('10') } },
})
const client = createPublicClient({ transport: custom(node.provider) })

const hash: Hash = node.preconfirm({
  from: alice,
  to: bob,
  value: parseEther('1'),
})
node.advance(200)
node.nextBlock()

export const balance: Promise<bigint> = client.getBalance({
  address: bob,
  blockTag: 'pending',
})
export const hashes: Hash[] = [hash]
export const overHttp = createPublicClient({
  transport: http('http://node.test', { fetchFn: node.fetch }),
})
export const status: Promise<number> = node
  .fetch('http://node.test', { method: 'POST', body: '{}' })
  .then((response) => response.status)

// @ts-expect-error Types of the package are there, not `any`.
node.advance('200')

// @ts-expect-error Not served; the compiler says which, and what to do.
node.provider.request({ method: 'eth_sign', params: ['0x', '0x'] })
