import type { Hex, Nonce, parseData } from '../../../base/hex/hex.js'
import type { latestState } from '../../../chain/intents/reorg.js'
import type { millisecondsAt } from '../../../chain/model/blockRun.js'
import type { readNonce } from '../../../chain/model/state.js'
import type { Runtime } from '../../../node/runtime/cell/runtime.js'
import type { Parameter } from '../../../rpc/method/method.js'

type Controlled = {
  readonly runtime: Runtime
  readonly instance: { readonly increased: number }
  readonly senders: Set<Hex>
}

type Row<on = Controlled> = {
  readonly params: readonly Parameter[]
  readonly control: (on: on, args: readonly unknown[]) => unknown
}

/** What is used of the main entry: imported, it would be here a second time. */
type Main<on extends Controlled> = {
  readonly rows: { readonly [name in Changed]: Row<on> }
  readonly latestState: typeof latestState
  readonly millisecondsAt: typeof millisecondsAt
  readonly readNonce: typeof readNonce
  readonly parseData: typeof parseData
}

type Changed =
  | 'anvil_metadata'
  | 'anvil_setNonce'
  | 'anvil_setStorageAt'
  | 'anvil_stopImpersonatingAccount'
  | 'evm_increaseTime'
  | 'evm_mine'
  | 'evm_setAutomine'
  | 'evm_setIntervalMining'
  | 'evm_setNextBlockTimestamp'

/**
 * The methods that Hardhat answers or checks otherwise than anvil, with option
 * `answers.control`.
 */
export function likeHardhat<on extends Controlled>({
  rows,
  latestState,
  millisecondsAt,
  readNonce,
  parseData,
}: Main<on>): { readonly [name: string]: Row<on> } {
  const { anvil_setNonce, anvil_setStorageAt } = rows
  const [address, index] = anvil_setStorageAt.params as [Parameter, Parameter]
  return {
    evm_increaseTime: answering(
      rows.evm_increaseTime,
      (_, { instance }) => `${instance.increased}`,
    ),
    evm_mine: answering(rows.evm_mine, () => '0'),
    evm_setAutomine: answering(rows.evm_setAutomine, () => true),
    // In ms, where anvil takes seconds.
    evm_setIntervalMining: {
      params: rows.evm_setIntervalMining.params,
      control(on, [milliseconds]) {
        const seconds = Number(milliseconds) / 1000
        rows.evm_setIntervalMining.control(on, [seconds])
        return true
      },
    },
    evm_setNextBlockTimestamp: {
      params: rows.evm_setNextBlockTimestamp.params,
      control(on, args) {
        const latest = on.runtime.settle().chain.sealed.value
        const last = millisecondsAt(latest, latest.count - 1) / 1_000n
        const timestamp = BigInt(args[0] as number)
        if (timestamp === last)
          throw new Error(
            `Timestamp ${timestamp} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`,
          )
        rows.evm_setNextBlockTimestamp.control(on, args)
        return `${timestamp}`
      },
    },
    hardhat_metadata: answering(rows.anvil_metadata, async (answer) => {
      const { forkedNetwork, ...own } = (await answer) as object & {
        forkedNetwork: unknown
      }
      return own
    }),
    hardhat_stopImpersonatingAccount: {
      ...rows.anvil_stopImpersonatingAccount,
      control: ({ senders }, [address]) => senders.delete(address as Hex),
    },
    hardhat_setNonce: {
      params: anvil_setNonce.params,
      control(on, args) {
        const [address, nonce] = args as [Hex, Nonce]
        const { chain } = on.runtime.settle()
        const { open, queue } = chain
        const { included, deposits } = open
        // What is set stands among the entries, too.
        if (queue.transactions !== null || included.length > deposits.length)
          throw new Error(
            'Cannot set account nonce when the transaction pool is not empty',
          )
        const known = readNonce(latestState(chain), address)
        if (nonce < known)
          throw new Error(
            `New nonce (${nonce}) must not be smaller than the existing nonce (${known})`,
          )
        anvil_setNonce.control(on, args)
        return true
      },
    },
    hardhat_setStorageAt: {
      params: [address, index, { name: 'value', parse: parseData }],
      control(on, args) {
        const value = args[2] as Hex
        const bytes = value.length / 2 - 1
        if (bytes !== 32)
          throw new Error(
            `Storage value must be exactly 32 bytes long. Received ${value}, which is ${bytes} bytes long.`,
          )
        return anvil_setStorageAt.control(on, args)
      },
    },
  }
}

/** The same method with another result. */
function answering<on>(
  { params, control }: Row<on>,
  answer: (given: unknown, on: on) => unknown,
): Row<on> {
  return {
    params,
    control: (on, args) => answer(control(on, args), on),
  }
}
