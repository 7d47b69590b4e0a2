import fc from 'fast-check'
import {
  type Address,
  type Hash,
  type Hex,
  isPresealError,
  type MockNode,
  type MockNodeOptions,
  type PreconfirmParameters,
  type Snapshot,
} from 'preseal'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import {
  baseFeeAfter,
  claimed,
  deriveContents,
  type OracleAccount,
  recompute,
  stateRootOf,
} from './oracle.js'
import { readBlock, readWhole } from './wire.js'

/*
 * Whatever a script does, the rules hold. Most of what is tried here is also
 * refused at times, and then nothing may have happened.
 */

const people = [alice, bob, carol] as const
const slots = [word(0), word(1)]

const person = fc.constantFrom(...people)
const wei = fc.oneof(
  { arbitrary: fc.bigInt({ min: 0n, max: ether / 100n }), weight: 5 },
  { arbitrary: fc.constantFrom(0n, ether, 3n * ether), weight: 1 },
)
const gas = fc.constantFrom(21_000n, 21_000n, 60_000n, 250_000n)
const perGas = fc.constantFrom(undefined, 900n, 5_000n, 5_000n)
const log = fc.record({
  address: fc.constantFrom(token, alice),
  topics: fc.array(fc.constantFrom(word(1), word(2)), { maxLength: 4 }),
  data: fc.constantFrom<Hex>('0x', '0x00', `0x${'ab'.repeat(40)}`),
})
const storage = fc.dictionary(
  fc.constantFrom(...slots),
  fc.constantFrom(word(0), word(7), word(2n ** 255n)),
) as fc.Arbitrary<{ [slot: Hex]: Hex }>
const change = fc.record(
  {
    balance: wei,
    nonce: fc.nat({ max: 5 }),
    code: fc.constantFrom<Hex>('0x', '0x6001'),
    storage,
  },
  { requiredKeys: [] },
)
const changes = change.map((one) => ({ [token]: one }))
const common = {
  from: person,
  value: wei,
  gasUsed: gas,
  data: fc.constantFrom<Hex>('0x', '0x01', `0x${'cd'.repeat(70)}`),
}
const optional = { requiredKeys: ['from' as const] }
const to = fc.constantFrom(alice, bob, token, null)

const transaction: fc.Arbitrary<PreconfirmParameters> = fc.oneof(
  fc.record({ ...common, to, logs: fc.array(log, { maxLength: 3 }) }, optional),
  fc.record(
    {
      ...common,
      to,
      changes,
      maxFeePerGas: perGas,
      maxPriorityFeePerGas: perGas,
    },
    optional,
  ),
  fc.record(
    {
      ...common,
      to,
      type: fc.constantFrom('legacy' as const, 'eip2930' as const),
      gasPrice: perGas,
      status: fc.constantFrom('success' as const, 'reverted' as const),
    },
    { requiredKeys: ['from', 'type'] },
  ),
  fc.record(
    {
      ...common,
      to: fc.constant(token),
      type: fc.constant('eip7702' as const),
      authorizationList: fc.constant([
        { chainId: 1, address: token, nonce: 0 } as const,
      ]),
    },
    { requiredKeys: ['from', 'to', 'type', 'authorizationList'] },
  ),
  fc.record(
    {
      ...common,
      to,
      type: fc.constant('deposit' as const),
      mint: wei,
      isSystemTx: fc.boolean(),
      status: fc.constantFrom('success' as const, 'reverted' as const),
    },
    { requiredKeys: ['from', 'type'] },
  ),
)

type Action =
  | { type: 'preconfirm'; transaction: PreconfirmParameters }
  | { type: 'drop'; which: number }
  | { type: 'balance'; address: Address; value: bigint }
  | { type: 'slot'; index: number; value: number }
  | { type: 'advance'; ms: number }
  | { type: 'seal' }
  | { type: 'dropUnknown' }
  | { type: 'snapshot' | 'revert' }

const preconfirm = fc.record({
  type: fc.constant('preconfirm' as const),
  transaction,
})
const drop = fc.record({
  type: fc.constant('drop' as const),
  which: fc.nat(20),
})
const advance = fc.record({
  type: fc.constant('advance' as const),
  ms: fc.constantFrom(1, 100, 200, 200, 200, 650, 2_000),
})
const seal = fc.constant({ type: 'seal' as const })
/** What no node takes; a few of the others may be refused as well. */
const hopeless: fc.Arbitrary<Action> = fc.oneof(
  fc
    .constantFrom<Partial<PreconfirmParameters>>(
      { value: 100n * ether },
      { gasUsed: 600_001n },
      { nonce: 1_000 },
      { maxFeePerGas: 2n ** 200n },
      { status: 'reverted', logs: [{ address: token }] },
    )
    .map((wrong) => ({
      type: 'preconfirm' as const,
      transaction: { from: alice, to: bob, ...wrong },
    })),
  fc.constant({ type: 'dropUnknown' as const }),
)
const sets = fc.oneof(
  fc.record({
    type: fc.constant('balance' as const),
    address: person,
    value: wei,
  }),
  fc.record({
    type: fc.constant('slot' as const),
    index: fc.nat({ max: 1 }),
    value: fc.nat({ max: 2 }),
  }),
)
const travel = fc.constantFrom(
  { type: 'snapshot' as const },
  { type: 'revert' as const },
)

const options = {
  accounts: {
    [alice]: { balance: 10n * ether },
    [bob]: { balance: 2n * ether, nonce: 4 },
    [carol]: { balance: 5_000_000_000n },
  },
  header: { initialBaseFeePerGas: 1_000n, gasLimit: 600_000n, miner },
} satisfies MockNodeOptions

type Run = { hashes: Hash[]; snapshot: Snapshot | undefined }

/** False where the node refused, by a named error that says why. */
function act(node: MockNode, run: Run, given: Action): boolean {
  try {
    perform(node, run, given)
    return true
  } catch (error) {
    expect(error).toSatisfy(isPresealError)
    expect((error as Error).name).not.toBe('PresealError')
    return false
  }
}

function perform(node: MockNode, run: Run, given: Action) {
  switch (given.type) {
    case 'preconfirm':
      run.hashes.push(node.preconfirm(given.transaction))
      return
    case 'drop': {
      const hash = run.hashes.at(-1 - given.which)
      if (hash !== undefined) node.drop(hash)
      return
    }
    case 'balance':
      return node.setBalance(given)
    case 'slot':
      return node.setStorageAt({
        address: token,
        index: given.index,
        value: word(given.value),
      })
    case 'advance':
      return node.advance(given.ms)
    case 'seal':
      return node.nextBlock()
    case 'dropUnknown':
      return node.drop(word(0xdead))
    case 'snapshot':
      run.snapshot = node.snapshot()
      return
    case 'revert':
      if (run.snapshot !== undefined) node.revert(run.snapshot)
  }
}

/** The count of `'pending'` includes what waits in the queue. */
async function stateNonce(
  { request }: Pick<OpenDoor, 'request'>,
  address: Address,
  selector: string,
): Promise<Hex> {
  const counted = request<Hex>('eth_getTransactionCount', [address, selector])
  if (selector !== 'pending') return counted
  const params = [address, [], selector]
  return request<{ nonce: Hex }>('eth_getProof', params).then(
    ({ nonce }) => nonce,
    // The state of the pending block is proven where it has a root.
    () => counted,
  )
}

/** Every account that may have been touched, as reads tell it. */
async function readAccounts(
  { request }: OpenDoor,
  selector: string,
  more: Iterable<Address> = [],
) {
  const accounts: { [address: Address]: OracleAccount } = {}
  for (const address of new Set<Address>([...people, token, miner, ...more])) {
    const [balance, nonce, code, ...words] = await Promise.all([
      request<Hex>('eth_getBalance', [address, selector]),
      stateNonce({ request }, address, selector),
      request<Hex>('eth_getCode', [address, selector]),
      ...slots.map((slot) =>
        request<Hex>('eth_getStorageAt', [address, slot, selector]),
      ),
    ])
    const storage = Object.fromEntries(
      slots.flatMap((slot, index) => {
        const value = words[index]
        return value === undefined || value === word(0) ? [] : [[slot, value]]
      }),
    )
    const account = {
      balance: BigInt(balance),
      nonce: Number(nonce),
      code,
      storage,
    }
    const isEmpty =
      account.balance === 0n &&
      account.nonce === 0 &&
      code === '0x' &&
      Object.keys(storage).length === 0
    if (!isEmpty) accounts[address] = account
  }
  return accounts
}

/** The contracts that were created, whose accounts are in the state too. */
/** Of all that waits, as `txpool_content` lists it. */
function hashesIn(pool: unknown): Hash[] {
  return Object.values(pool as object).flatMap((list: object) =>
    Object.values(list).flatMap((own: object) =>
      Object.values(own).map(({ hash }: { hash: Hash }) => hash),
    ),
  )
}

function createdIn(whole: Awaited<ReturnType<typeof readWhole>>): Address[] {
  return whole.flatMap(({ receipts }) =>
    receipts.flatMap(({ contractAddress }) => contractAddress ?? []),
  )
}

export function invariants(door: Door) {
  describe('invariants', () => {
    test('default: whatever is scripted, blocks recompute and link', async () => {
      let included = 0
      let refused = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              preconfirm,
              preconfirm,
              preconfirm,
              advance,
              advance,
              seal,
              drop,
              sets,
              travel,
              hopeless,
            ),
            {
              minLength: 15,
              maxLength: 40,
            },
          ),
          async (actions) => {
            const opened = await door.open(options)
            const run: Run = { hashes: [], snapshot: undefined }
            for (const one of actions)
              if (!act(opened.node, run, one)) refused++
            const whole = await readWhole(opened)
            for (const [index, { block, receipts }] of whole.entries()) {
              expect(await recompute(block, receipts)).toEqual(claimed(block))
              expect({ ...block, receipts }).toMatchObject(
                deriveContents(block, receipts),
              )
              expect(BigInt(block.gasUsed)).toBeLessThanOrEqual(600_000n)
              const parent = whole[index - 1]?.block
              expect(block.parentHash).toBe(parent?.hash ?? word(0))
              if (parent !== undefined)
                expect(block.baseFeePerGas).toBe(baseFeeAfter(parent))
              for (const transaction of block.transactions)
                if (transaction.type !== '0x7e')
                  expect(BigInt(transaction.gasPrice)).toBeGreaterThanOrEqual(
                    BigInt(block.baseFeePerGas),
                  )
              included += receipts.length
            }
          },
        ),
        { numRuns: share(100) },
      )
      // The scripts did reach what they are for.
      expect(included).toBeGreaterThan(0)
      expect(refused).toBeGreaterThan(0)
    })

    test('behavior: state roots are of what reads tell, at every beat', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(preconfirm, preconfirm, advance, drop, sets), {
            minLength: 5,
            maxLength: 25,
          }),
          async (actions) => {
            const opened = await door.open({
              ...options,
              pendingStateRoot: 'everyBeat',
            })
            const run: Run = { hashes: [], snapshot: undefined }
            for (const one of [...actions, { type: 'seal' as const }]) {
              act(opened.node, run, one)
              const created = createdIn(await readWhole(opened))
              const pending = await readBlock(opened, 'pending')
              expect(pending.stateRoot).toBe(
                await stateRootOf(
                  await readAccounts(opened, 'pending', created),
                ),
              )
            }
            // Nothing was set since the seal, so latest tells its header.
            const created = createdIn(await readWhole(opened))
            expect((await readBlock(opened, 'latest')).stateRoot).toBe(
              await stateRootOf(await readAccounts(opened, 'latest', created)),
            )
          },
        ),
        { numRuns: share(15) },
      )
    })

    test('behavior: wei is neither made nor lost, but for mints and burnt base fees', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(preconfirm, preconfirm, advance, drop, seal), {
            minLength: 5,
            maxLength: 30,
          }),
          async (actions) => {
            const opened = await door.open(options)
            const run: Run = { hashes: [], snapshot: undefined }
            for (const one of actions) {
              if (one.type !== 'preconfirm') act(opened.node, run, one)
              else {
                // What a script changes by hand obeys no such rule.
                const { changes, ...transaction } = one.transaction
                act(opened.node, run, { ...one, transaction })
              }
            }
            const whole = await readWhole(opened)
            const accounts = await readAccounts(
              opened,
              'pending',
              createdIn(whole),
            )
            let expected = 12n * ether + 5_000_000_000n
            for (const { block, receipts } of whole)
              for (const [index, receipt] of receipts.entries()) {
                const transaction = block.transactions[index]
                expected += BigInt(transaction?.mint ?? 0)
                if (receipt.type !== '0x7e')
                  expected -=
                    BigInt(receipt.gasUsed) * BigInt(block.baseFeePerGas)
              }
            const held = Object.values(accounts).reduce(
              (sum, { balance = 0n }) => sum + balance,
              0n,
            )
            expect(held).toBe(expected)
          },
        ),
        { numRuns: share(30) },
      )
    })

    test('behavior: what is refused leaves the chain as it was', async () => {
      let refused = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(preconfirm, advance, drop), {
            minLength: 5,
            maxLength: 12,
          }),
          hopeless,
          async (actions, final) => {
            const opened = await door.open(options)
            const run: Run = { hashes: [], snapshot: undefined }
            for (const one of actions) act(opened.node, run, one)
            const before = await readWhole(opened)
            const accounts = await readAccounts(opened, 'pending')
            if (act(opened.node, run, final)) return
            refused++
            expect(await readWhole(opened)).toEqual(before)
            expect(await readAccounts(opened, 'pending')).toEqual(accounts)

            // Nor did it leave something behind that a later beat brings.
            const untouched = await door.open(options)
            const other: Run = { hashes: [], snapshot: undefined }
            for (const one of actions) act(untouched.node, other, one)
            for (const { node } of [opened, untouched]) node.nextBlock(2)
            expect(await readWhole(opened)).toEqual(await readWhole(untouched))
          },
        ),
        { numRuns: share(30) },
      )
      expect(refused).toBeGreaterThan(0)
    })

    test('behavior: every pre-confirmed transaction is pending, waiting, dropped or sealed, and in one place', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(preconfirm, preconfirm, advance, drop, sets), {
            minLength: 5,
            maxLength: 25,
          }),
          async (actions) => {
            const opened = await door.open(options)
            const told = { preconfirmed: 0, dropped: new Set<Hash>() }
            const run: Run = { hashes: [], snapshot: undefined }
            opened.node.on('preconfirmed', () => told.preconfirmed++)
            opened.node.on('dropped', ({ hash }) => told.dropped.add(hash))
            for (const one of actions) act(opened.node, run, one)
            // Of what no beat has passed over yet, nobody knows.
            opened.node.advance(200)
            const whole = await readWhole(opened)
            const there = whole.flatMap(({ block }) =>
              block.transactions.map(({ hash }) => hash),
            )
            expect(new Set(there).size).toBe(there.length)
            const pool = await opened.request('txpool_content', [])
            const waits = hashesIn(pool)
            expect(there.filter((hash) => waits.includes(hash))).toEqual([])
            for (const hash of run.hashes) {
              const found = await opened.request('eth_getTransactionByHash', [
                hash,
              ])
              if (found === null) expect(told.dropped).toContain(hash)
              // The pool lists no deposits: they come from elsewhere.
              else if (
                (found as { type: string }).type !== '0x7e' ||
                there.includes(hash)
              )
                expect([...there, ...waits]).toContain(hash)
              if (told.dropped.has(hash) && found !== null)
                // It was pre-confirmed again, by the same hash.
                expect(
                  run.hashes.filter((other) => other === hash).length,
                ).toBeGreaterThan(1)
            }
            expect(told.preconfirmed).toBeGreaterThanOrEqual(there.length)
          },
        ),
        { numRuns: share(25) },
      )
    })

    test('behavior: nonces of an account count its transactions', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(preconfirm, preconfirm, advance, drop), {
            minLength: 5,
            maxLength: 25,
          }),
          async (actions) => {
            const opened = await door.open(options)
            const run: Run = { hashes: [], snapshot: undefined }
            for (const one of actions) act(opened.node, run, one)
            opened.node.nextBlock()
            const whole = await readWhole(opened)
            const all = whole.flatMap(({ block }) => block.transactions)
            for (const address of people) {
              const own = all.filter(({ from }) => from === address)
              const start = address === bob ? 4 : 0
              expect(own.map(({ nonce }) => nonce)).toEqual(
                own.map((_, index) => numberToHex(start + index)),
              )
              const sealed = whole
                .slice(0, -1)
                .flatMap(({ block }) => block.transactions)
                .filter(({ from }) => from === address)
              expect(
                await opened.request('eth_getTransactionCount', [
                  address,
                  'latest',
                ]),
              ).toBe(numberToHex(start + sealed.length))
            }
          },
        ),
        { numRuns: share(25) },
      )
    })
  })
}
