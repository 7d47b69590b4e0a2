import fc from 'fast-check'
import { createMockNode, type Fault, type MockNodeOptions } from 'preseal'
import { expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import { share } from '../../runs.js'

/** None of them can act on a read of `bob` between 0 and 2,000 ms. */
const idle: readonly Fault[] = [
  { type: 'http', status: 500, methods: ['eth_getCode'] },
  { type: 'delay', ms: 5, methods: ['eth_sendRawTransaction'] },
  { type: 'network', since: 2_000 },
  { type: 'null', since: 5_000, until: 6_000 },
  { type: 'stale', beats: 3, since: 2_000 },
  { type: 'unknownBlockAsZero', methods: ['eth_getTransactionCount'] },
  { type: 'drop', beats: 1, from: bob },
  { type: 'socket', opening: 'refused' },
  // It acts on reads of that block, so each request must be looked at.
  { type: 'http', status: 500, block: '0x123' },
]

const reads = [
  { method: 'eth_getBalance', params: [bob, 'pending'] },
  { method: 'eth_getBalance', params: [bob, '0xffff'] },
  { method: 'eth_getBalance', params: ['bob'] },
  { method: 'eth_getBlockByNumber', params: ['pending', true] },
  { method: 'eth_getBlockByNumber', params: ['0xffff', false] },
  { method: 'eth_getBlockReceipts', params: ['pending'] },
  { method: 'eth_newBlockFilter' },
  { method: 'eth_getFilterChanges', params: ['0x1'] },
  { method: 'eth_blockNumber' },
  { method: 'eth_chainId', params: [] },
  { method: 'eth_nothing' },
]

type Asked = { ms: number; read: object }

const story = fc.array(
  fc.record({
    ms: fc.integer({ min: 0, max: 90 }),
    read: fc.constantFrom(...reads),
  }),
  { maxLength: 20 },
)

/** Whoever asked may do with an answer what they want. */
function spoil(answer: unknown) {
  if (typeof answer !== 'object' || answer === null) return
  for (const value of Object.values(answer)) spoil(value)
  for (const key of Object.keys(answer)) Reflect.deleteProperty(answer, key)
}

/** Answers, and the record of them. */
async function play(faults: readonly Fault[], told: readonly Asked[]) {
  const options: MockNodeOptions = {
    accounts: { [alice]: { balance: 10n ** 20n }, [bob]: { balance: 7n } },
    faults,
  }
  const node = createMockNode(options)
  node.preconfirm({ from: alice, to: bob, value: 1n })
  const answers: unknown[] = []
  for (const { ms, read } of told) {
    node.advance(ms)
    const asked: Promise<unknown> = node.provider.request(read as never)
    const answer = await asked.catch(({ code, message }) => ({ code, message }))
    answers.push(structuredClone(answer))
    spoil(answer)
  }
  // The log begins with the faults, if there are any.
  const first = Math.min(faults.length, 1)
  const kept = node.answeredRequests.map(({ position, ...rest }) => ({
    ...rest,
    position: position - first,
  }))
  return { answers, kept }
}

test('a fault that cannot act changed an answer, or the record of it', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.subarray([...idle]), async (told, faults) => {
      expect(await play(faults, told)).toEqual(await play([], told))
    }),
    { numRuns: share(1_000, 30) },
  )
})

test('a fault that is used up changed an answer', async () => {
  const once = { type: 'http', status: 500, times: 1, skip: 2 } as const
  const { answers } = await play(
    [{ ...once, methods: ['eth_blockNumber'] }],
    Array(5).fill({ ms: 50, read: { method: 'eth_blockNumber' } }),
  )
  expect(answers.map((one) => typeof one)).toEqual([
    'string',
    'string',
    'object',
    'string',
    'string',
  ])
})
