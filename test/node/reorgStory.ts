import fc from 'fast-check'
import type {
  Address,
  Hex,
  MockNode,
  PreconfirmParameters,
  StepNow,
} from 'preseal'
import { createMockNode, isPresealError } from 'preseal'
import { evm } from 'preseal/evm'

const people: Address[] = ['a1', 'b2', 'c3'].map(
  (one): Address => `0x${'00'.repeat(19)}${one}`,
)
const contract: Address = `0x${'11'.repeat(20)}`

/**
 * Adds a slot, its own and another balance, number and time; stores the sum,
 * logs it, creates an account and pays on: slots and address are its input.
 */
const bytecode: Hex = `0x${[
  '602035544701430142016040353101',
  '805f35555f5260203560205fa1',
  '5f5f5ff050',
  '5f5f5f5f6060356040355af15000',
].join('')}`

export const accounts = [...people, contract]
export const slots = [0, 1, 2]

/** What is done; of transactions, which one counted from the last. */
type Act =
  | { type: 'apply'; step: StepNow }
  | { type: 'send'; transaction: object; ahead: number }
  | { type: 'drop'; back: number }
  | { type: 'planSeal'; order: number[]; omit: number[]; amend: Amended[] }
  | { type: 'advance'; ms: number }

type Amended = {
  back: number
  status: 'success' | 'reverted' | undefined
  changes: Changes | undefined
}
type Changes = NonNullable<PreconfirmParameters['changes']>

const word = (value: number) => value.toString(16).padStart(64, '0')
const person = fc.constantFrom(...people)
const anyone = fc.constantFrom(...accounts)
const small = fc.integer({ min: 0, max: 40 })
const slot = fc.constantFrom(...slots)
const back = fc.nat(4)
const status = fc.constantFrom('success' as const, 'reverted' as const)
const none = { nil: undefined }

const input = fc
  .tuple(slot, slot, anyone, small)
  .map(
    ([to, from, paid, value]): Hex =>
      `0x${word(to)}${word(from)}${paid.slice(2).padStart(64, '0')}${word(value)}`,
  )

const changes: fc.Arbitrary<Changes> = fc
  .tuple(anyone, small, slot)
  .map(([address, value, index]) => {
    const storage = { [`0x${index}` as Hex]: `0x0${value % 10}` as Hex }
    const balance = BigInt(value) * 10n ** 15n
    return { [address]: { balance, storage } }
  })

const scripted = fc.record({
  from: person,
  to: fc.option(anyone, { nil: null }),
  value: small.map(BigInt),
  status,
  gas: fc.constantFrom(undefined, 100_000n, 30_000_000n),
  changes: fc.option(changes, none),
  data: fc.option(input, none),
  logs: fc.constantFrom([], [{ address: contract }]),
  maxPriorityFeePerGas: fc.constantFrom(0n, 3n),
})

const executed = fc.record({
  from: person,
  to: fc.constantFrom(contract, people[1] as Address),
  value: small.map(BigInt),
  data: input,
  execute: fc.constant(true),
  gas: fc.constant(400_000n),
})

const set: fc.Arbitrary<StepNow> = fc.oneof(
  fc.record({
    type: fc.constant('setBalance' as const),
    address: anyone,
    value: fc.constantFrom(0n, 5n, 10n ** 18n),
  }),
  fc.record({
    type: fc.constant('setNonce' as const),
    address: anyone,
    nonce: fc.nat(9),
  }),
  fc.record({
    type: fc.constant('setStorageAt' as const),
    address: anyone,
    index: slot,
    value: small.map((value): Hex => `0x${word(value)}`),
  }),
  fc.record({
    type: fc.constant('setCode' as const),
    address: anyone,
    bytecode: fc.constantFrom<Hex>('0x', bytecode, '0x5f5ffd'),
  }),
)

const inclusion = fc
  .constantFrom(
    { type: 'drop' as const, beats: 2 },
    { type: 'omitAtSeal' as const },
    { type: 'revertAtSeal' as const },
    { type: 'includeLate' as const, beats: 2 },
  )
  .map((rule) => ({ type: 'fault', fault: { ...rule, times: 1 } }) as const)

const reorg = fc.record({
  type: fc.constant('reorg' as const),
  depth: fc.integer({ min: 1, max: 3 }),
  omit: fc.constant([]),
})

const preconfirm = fc
  .oneof(scripted, executed)
  .map((given): StepNow => ({ type: 'preconfirm', ...given }))

const step = fc
  .oneof(
    { arbitrary: preconfirm, weight: 8 },
    { arbitrary: set, weight: 6 },
    { arbitrary: inclusion, weight: 1 },
    { arbitrary: reorg, weight: 1 },
    { arbitrary: fc.constant<StepNow>({ type: 'seal' }), weight: 1 },
  )
  .map((step): Act => ({ type: 'apply', step }))

const send = fc.record({
  type: fc.constant('send' as const),
  transaction: fc.record({
    from: person,
    to: anyone,
    data: input,
    value: small.map((value) => `0x${value.toString(16)}`),
    gas: fc.constant('0x61a80'),
  }),
  ahead: fc.constantFrom(0, 0, 0, 1),
})

const drop = fc.record({ type: fc.constant('drop' as const), back })

const sealPlans = fc.record({
  type: fc.constant('planSeal' as const),
  order: fc.uniqueArray(back, { maxLength: 3 }),
  omit: fc.uniqueArray(back, { maxLength: 1 }),
  amend: fc.uniqueArray(
    fc.record({
      back,
      status: fc.option(status, none),
      changes: fc.option(changes, none),
    }),
    { maxLength: 2, selector: ({ back }) => back },
  ),
})

const advance = fc.record({
  type: fc.constant('advance' as const),
  ms: fc.constantFrom(200, 200, 200, 200, 1_000, 2_000, 6_000),
})

export const story = fc.record({
  isOp: fc.boolean(),
  baseFeePerGas: fc.constantFrom(0n, 1_000n),
  acts: fc.array(
    fc.oneof(
      { arbitrary: step, weight: 16 },
      { arbitrary: send, weight: 4 },
      { arbitrary: advance, weight: 8 },
      { arbitrary: drop, weight: 2 },
      { arbitrary: sealPlans, weight: 1 },
    ),
    { minLength: 4, maxLength: 40 },
  ),
})

type Story = typeof story extends fc.Arbitrary<infer one> ? one : never

/** The node once all was done that could be; what it refuses is no part. */
export async function play({
  isOp,
  baseFeePerGas,
  acts,
}: Story): Promise<MockNode> {
  const node = createMockNode({
    accounts: {
      ...Object.fromEntries(
        people.map((one) => [one, { balance: 10n ** 18n }]),
      ),
      [contract]: { code: bytecode, storage: { '0x0': '0x01' } },
    },
    engine: evm(),
    header: { initialBaseFeePerGas: baseFeePerGas },
    ...(isOp && { l1Attributes: {} }),
  })
  const hashes: Hex[] = []
  for (const act of acts)
    try {
      await perform(node, act, hashes)
    } catch (error) {
      const all = error instanceof AggregateError ? error.errors : [error]
      if (!all.every(isRefusal)) throw error
    }
  return node
}

/** Of a verb, or of the pool. */
function isRefusal(error: unknown): boolean {
  return (
    isPresealError(error) || [-32_000, -32_003].includes(Object(error).code)
  )
}

async function perform(node: MockNode, act: Act, hashes: Hex[]) {
  const named = (back: number) => hashes.slice(-1 - back).slice(0, 1)
  switch (act.type) {
    case 'apply': {
      const { step } = act
      if (step.type !== 'preconfirm') return node.apply(step)
      const { type, ...transaction } = step
      return hashes.push(node.preconfirm(transaction))
    }
    case 'send': {
      const request = node.provider.request as (one: object) => Promise<unknown>
      const { from } = act.transaction as { from: Address }
      const next = await request({
        method: 'eth_getTransactionCount',
        params: [from, 'pending'],
      })
      const nonce = `0x${(Number(next) + act.ahead).toString(16)}`
      const hash = await request({
        method: 'eth_sendTransaction',
        params: [{ ...act.transaction, nonce }],
      })
      return hashes.push(hash as Hex)
    }
    case 'drop':
      return named(act.back).map((hash) => node.drop(hash))
    case 'planSeal':
      return node.planSeal({
        order: act.order.flatMap(named),
        omit: act.omit.flatMap(named),
        amend: act.amend.flatMap(({ back, ...rest }) =>
          named(back).map((transaction) => ({ ...rest, transaction })),
        ),
      })
    case 'advance':
      return node.advance(act.ms)
  }
}
