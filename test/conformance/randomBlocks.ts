import fc from 'fast-check'
import { createMockNode, type PreconfirmParameters } from 'preseal'
import { expect } from 'vitest'
import {
  address,
  bits,
  data,
  hash,
  transactionOf,
} from '../chain/arbitraries.js'
import { alice, bob, carol, miner } from './actors.js'
import { claimed, deriveContents, recompute } from './oracle.js'
import { requestOf } from './providerDoor.js'
import { readWhole } from './wire.js'

const baseFeePerGas = 1_000n

/** Of any type, priced above the base fee and paid for with ease. */
const envelope = fc
  .oneof(...Object.values(transactionOf))
  .map(({ chainId, nonce, ...fields }) => ({
    ...fields,
    value: fields.value % 2n ** 128n,
    ...('gasPrice' in fields && { gasPrice: fields.gasPrice + baseFeePerGas }),
    ...('maxFeePerGas' in fields && {
      maxFeePerGas: fields.maxFeePerGas + baseFeePerGas,
    }),
  }))

const log = fc.record({
  address,
  topics: fc.array(hash, { maxLength: 4 }),
  data,
})
const outcome = fc.oneof(
  fc.record({
    status: fc.constant('success' as const),
    logs: fc.array(log, { maxLength: 4 }),
  }),
  fc.record({ status: fc.constant('reverted' as const) }),
)

const transaction = fc
  .record({
    envelope,
    outcome,
    from: fc.constantFrom(alice, bob, carol),
    gas: bits(40n),
    saved: bits(40n),
    blobGasUsed: fc.constantFrom(0n, 131_072n),
  })
  .map(({ envelope, outcome, gas, saved, ...rest }): PreconfirmParameters => {
    const gasUsed = saved < gas ? gas - saved : gas
    return { ...envelope, ...outcome, ...rest, gas, gasUsed }
  })

/** What enters at each of a few beats, and which of them ends a block. */
const beats = fc.array(
  fc.record({
    transactions: fc.array(transaction, { maxLength: 4 }),
    isLast: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)
const stateRoot = fc.constantFrom('atSeal' as const, 'everyBeat' as const)

/**
 * Seals blocks of any contents, `numRuns` times, and recomputes each from its
 * JSON and that of its receipts. Gives what kinds of transactions were in them.
 */
export async function recomputeRandomBlocks(
  numRuns: number,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(beats, stateRoot, async (beats, stateRoot) => {
      const rich = { balance: 2n ** 200n }
      const node = createMockNode({
        pendingStateRoot: stateRoot,
        accounts: { [alice]: rich, [bob]: rich, [carol]: rich },
        header: {
          initialBaseFeePerGas: baseFeePerGas,
          gasLimit: 2n ** 50n,
          miner,
        },
      })
      for (const { transactions, isLast } of beats) {
        for (const one of transactions) node.preconfirm(one)
        if (isLast) node.nextBlock()
        else node.nextBeat()
      }
      const request = requestOf(node)
      const whole = await readWhole({
        request: <result>(method: string, params?: readonly unknown[]) =>
          request({ method, params }) as Promise<result>,
      })
      for (const { block, receipts } of whole) {
        expect(await recompute(block, receipts)).toEqual(claimed(block))
        expect({ ...block, receipts }).toMatchObject(
          deriveContents(block, receipts),
        )
        for (const { type, status, contractAddress, logs } of receipts) {
          const kind = contractAddress === null ? 'call' : 'creation'
          const log = logs.length > 0 ? ' with logs' : ''
          seen.add(`${type} ${kind} ${status}${log}`)
        }
      }
      const given = beats.flatMap(({ transactions }) => transactions)
      const there = whole.flatMap(({ receipts }) => receipts)
      expect(there).toHaveLength(given.length)
    }),
    { numRuns },
  )
  return seen
}
