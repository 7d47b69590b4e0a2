import {
  createMockNode,
  type ImportParameters,
  type MockRequest,
} from 'preseal'
import { alice, bob, carol, ether, token, word } from '../node/actors.js'

/** Blocks of two chains that are none of the story's, as a real node has them. */
export async function donorBlocks(): Promise<ImportParameters[]> {
  const chains = [
    { timestamp: 1_000n },
    {
      timestamp: 2_000_000_000n,
      l1Attributes: {},
      header: { initialBaseFeePerGas: 1_000n, gasLimit: 30_000_000n },
    },
  ]
  const served = await Promise.all(
    chains.map(async (options) => {
      const accounts = {
        [alice]: { balance: ether },
        [bob]: { balance: ether },
      }
      const node = createMockNode({ ...options, accounts })
      const ask = (method: string, ...params: unknown[]) =>
        node.provider.request({ method, params } as unknown as MockRequest)
      for (let number = 1; number <= 9; number++) {
        if (number % 2 === 1)
          node.preconfirm({ from: alice, to: bob, value: BigInt(number) })
        if (number % 3 === 0)
          node.preconfirm({
            from: bob,
            to: token,
            type: 'legacy',
            gasUsed: 50_000n,
            logs: [{ address: token, topics: [word(number)] }],
          })
        node.nextBlock()
      }
      node.nextBlock(30)
      return Promise.all(
        ['0x0', '0x1', '0x2', '0x3', '0x5', '0x9', '0x20'].map(
          async (number) => ({
            block: (await ask('eth_getBlockByNumber', number, true)) as object,
            receipts: (await ask('eth_getBlockReceipts', number)) as object[],
          }),
        ),
      )
    }),
  )
  return served.flat()
}

type Way = { as: 'latest' | 'pending'; isNameless: boolean; isThin: boolean }

/** The same block, given otherwise. */
export function giveAs(
  { block: given, receipts = [] }: ImportParameters,
  { as, isNameless, isThin }: Way,
): ImportParameters {
  const block = given as { transactions: { hash: string }[] }
  const hashes = block.transactions.map(({ hash }) => hash)
  const named =
    as === 'pending' && isNameless ? { ...block, hash: null } : block
  const state = {
    [carol]: { balance: 7n },
    [token]: { storage: { '0x0': word(5) } },
  }
  if (isThin) return { block: { ...named, transactions: hashes }, as }
  const own =
    as === 'pending' && isNameless
      ? receipts.map((one) => ({ ...one, blockHash: null }))
      : receipts
  return { block: named, receipts: own, as, state } as ImportParameters
}
