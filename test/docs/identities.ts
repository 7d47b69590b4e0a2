import { BrowserProvider } from 'ethers'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { createPublicClient, custom, type Hash } from 'viem'
import { Web3 } from 'web3'
import { accounts, bob, payment, readBlock } from './reading.js'

/** The cells of one row of the table of identities, as answers have them. */
export async function describeIdentity(
  pendingIdentity: MockNodeOptions['pendingIdentity'],
): Promise<string[]> {
  const node = createMockNode({ accounts, pendingIdentity })
  const hash = node.preconfirm({ ...payment, logs: [{ address: bob }] })
  node.nextBeat()
  const { provider } = node
  const block = await readBlock(node, 'pending')
  const receipt = await provider.request({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
  const transaction = await provider.request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })
  const words = (known: [unknown, string][], value: unknown) =>
    known.find(([one]) => one === value)?.[1] ?? `${value}`
  const zero: [unknown, string] = [`0x${'0'.repeat(64)}`, '32 zero bytes']
  const number: [unknown, string] = ['0x1', 'N+1']
  const place = (blockHash: unknown) =>
    words([zero], blockHash).replace(/^0x.*/, 'hash')
  return [
    words([number], block?.number),
    words([zero, [null, 'null']], block?.hash).replace(
      /^0x.*/,
      'keccak of the header so far',
    ),
    block?.size === undefined ? 'no' : 'yes',
    [
      place(transaction?.blockHash),
      words([number], transaction?.blockNumber),
      words([['0x0', 'i']], transaction?.transactionIndex),
    ].join(', '),
    ...new Set([place(receipt?.blockHash), place(receipt?.logs[0]?.blockHash)]),
    await findThrowing(node, hash),
  ]
}

/** Which clients cannot read what, of the pending block. */
async function findThrowing(node: MockNode, hash: Hash) {
  const viem = createPublicClient({ transport: custom(node.provider) })
  const ethers = new BrowserProvider(node.provider, node.chain.id)
  const web3 = new Web3(node.provider)
  const reads: [client: string, what: string, read: () => Promise<unknown>][] =
    [
      [
        'viem',
        'block',
        () => viem.getBlock({ blockTag: 'pending', includeTransactions: true }),
      ],
      ['viem', 'receipt', () => viem.getTransactionReceipt({ hash })],
      ['viem', 'transaction', () => viem.getTransaction({ hash })],
      ['ethers', 'block', () => ethers.getBlock('pending', true)],
      ['ethers', 'receipt', () => ethers.getTransactionReceipt(hash)],
      ['ethers', 'transaction', () => ethers.getTransaction(hash)],
      ['web3.js', 'block', () => web3.eth.getBlock('pending', true)],
      ['web3.js', 'receipt', () => web3.eth.getTransactionReceipt(hash)],
      ['web3.js', 'transaction', () => web3.eth.getTransaction(hash)],
    ]
  const throwing = new Map<string, string[]>()
  for (const [client, what, read] of reads)
    await read().catch(() => {
      throwing.set(client, [...(throwing.get(client) ?? []), what])
    })
  return throwing.size === 0
    ? 'nowhere'
    : [...throwing].map(([c, whats]) => `${c}: ${whats.join(', ')}`).join('; ')
}
