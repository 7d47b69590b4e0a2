import { alice, bob, token, word } from './actors.js'
import type { Expected, Wrong } from './expected.js'

const notObjects: Wrong[] = [
  { given: true },
  { given: 0 },
  { given: '' },
  { given: '0x' },
  { given: 'latest' },
  { given: [], shown: 'an array of 0' },
]

const field = (name: string, given: unknown, shown?: string): Wrong => ({
  given: { to: token, [name]: given },
  shown: `given transaction.${name}${shown ?? ` ${JSON.stringify(given)}`}`,
})

const quantities = [
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxFeePerBlobGas',
  'value',
  'nonce',
  'chainId',
  'type',
]

const call: Wrong[] = [
  { given: null },
  ...notObjects,
  ...['from', 'to'].flatMap((name) => [
    field(name, 0),
    field(name, '0x'),
    field(name, `${alice}0`),
    field(name, 'alice.eth'),
  ]),
  ...['data', 'input'].flatMap((name) => [
    field(name, 1),
    field(name, ''),
    field(name, '0x1'),
    field(name, '0xzz'),
    field(name, ['0x'], ' an array of 1'),
  ]),
  ...quantities.flatMap((name) => [
    field(name, 1),
    field(name, '1'),
    field(name, '0x'),
    field(name, '0x01'),
    field(name, '-0x1'),
    field(name, {}),
    field(name, `0x1${'0'.repeat(64)}`, ' "0x1000'),
  ]),
  field('gas', '0x10000000000000000'),
  field('nonce', '0x10000000000000000'),
  field('accessList', {}),
  field('accessList', [alice], `[0] "${alice}"`),
  field('accessList', [{}], '[0].address missing'),
  field('accessList', [{ address: '0x1' }], '[0].address "0x1"'),
  field(
    'accessList',
    [{ address: bob, storageKeys: ['0x1'] }],
    '[0].storageKeys "0x1"',
  ),
  field('authorizationList', 'all'),
  field('authorizationList', [{}], '[0].chainId missing'),
  field(
    'authorizationList',
    [
      {
        chainId: '0x1',
        address: bob,
        nonce: '0x0',
        yParity: '0x1',
        r: '0x1',
        s: `0x${'1'.repeat(65)}`,
      },
    ],
    '[0].s "0x1111',
  ),
  field('blobVersionedHashes', word(1)),
  field('blobVersionedHashes', ['0x01'], ' "0x01"'),
]

const account = (fields: unknown, shown?: string): Wrong => ({
  given: { [token]: fields },
  shown: shown ?? JSON.stringify(fields),
})

const stateOverrides: Wrong[] = [
  ...notObjects,
  { given: { token: {} }, shown: '"token"' },
  account(5),
  account([], 'an array of 0'),
  account({ balance: 1 }, '1'),
  account({ balance: '0x01' }, '"0x01"'),
  account({ nonce: '1' }, '"1"'),
  account({ nonce: '0x10000000000000000' }, '"0x10000000000000000"'),
  account({ code: '0x1' }, '"0x1"'),
  account({ state: [] }, 'an array of 0'),
  account({ state: { '0x1': word(1) } }, '"0x1"'),
  account({ stateDiff: { [word(1)]: '0x1' } }, '"0x1"'),
  account({ movePrecompileToAddress: '0x4' }, '"0x4"'),
]

const header = (name: string, given: unknown, shown?: string): Wrong => ({
  given: { [name]: given },
  shown: shown ?? JSON.stringify(given),
})

const blockOverrides: Wrong[] = [
  ...notObjects,
  header('number', 1),
  header('number', 'latest'),
  header('time', '0x00'),
  header('time', '0x10000000000000000'),
  header('gasLimit', '60000000'),
  header('feeRecipient', '0x1'),
  header('prevRandao', '0x1'),
  header('baseFeePerGas', '0x'),
  header('blobBaseFee', true),
]

const traceConfig: Wrong[] = [
  ...notObjects,
  header('tracer', 'noopTracer'),
  header('tracer', 1),
  header('tracerConfig', 'onlyTopCall'),
  {
    given: { tracer: 'callTracer', tracerConfig: { onlyTopCall: 1 } },
    shown: '1',
  },
  {
    given: { tracer: 'prestateTracer', tracerConfig: { diffMode: 'yes' } },
    shown: '"yes"',
  },
  {
    given: {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true, includeEmpty: true },
    },
    shown: '{"diffMode"',
  },
  {
    given: {
      tracer: 'flatCallTracer',
      tracerConfig: { includePrecompiles: 0 },
    },
    shown: '0',
  },
  header('enableMemory', 'yes'),
  header('disableStack', 1),
  header('stateOverrides', [], 'an array of 0'),
  header('blockOverrides', 5),
]

const simulations: Wrong[] = [
  ...notObjects,
  { given: null },
  { given: {}, shown: 'nothing' },
  header('blockStateCalls', {}),
  header('blockStateCalls', [5], '5'),
  header('blockStateCalls', [{ calls: {} }], '{}'),
  header('blockStateCalls', [{ calls: [{ to: '0x1' }] }], '"0x1"'),
  header('blockStateCalls', [{ stateOverrides: 1 }], '1'),
  header('blockStateCalls', [{ blockOverrides: { number: 1 } }], '1'),
  { given: { blockStateCalls: [], validation: 1 }, shown: '1' },
]

/** What names a block or a transaction. */
type Named = {
  readonly selector: readonly Wrong[]
  readonly ofHash: Expected
  readonly ofBlockHash: Expected
  readonly ofNumber: Expected
  readonly rlp: Expected
}

/** Methods that run something, with what all but its first parameter may be. */
export function badCalls({
  selector,
  ofHash,
  ofBlockHash,
  ofNumber,
  rlp,
}: Named) {
  const first = { name: 'transaction', good: { to: bob }, wrong: call }
  const simulation = {
    name: 'simulation',
    good: { blockStateCalls: [{}] },
    wrong: simulations,
  }
  const block = {
    name: 'block',
    good: 'latest',
    wrong: selector.filter(({ given }) => given !== null),
    isOptional: true,
  }
  const state = {
    name: 'stateOverrides',
    good: {},
    wrong: stateOverrides,
    isOptional: true,
  }
  const blocks = {
    name: 'blockOverrides',
    good: {},
    wrong: blockOverrides,
    isOptional: true,
  }
  const config = {
    name: 'config',
    good: {},
    wrong: traceConfig,
    isOptional: true,
  }
  return {
    debug_traceBlock: [rlp, config],
    debug_traceBlockByHash: [ofBlockHash, config],
    debug_traceBlockByNumber: [ofNumber, config],
    debug_traceCall: [first, block, config],
    debug_traceTransaction: [ofHash, config],
    eth_call: [first, block, state, blocks],
    eth_createAccessList: [first, block, state],
    eth_estimateGas: [first, block, state, blocks],
    eth_simulateV1: [simulation, block],
  } satisfies { readonly [method: string]: readonly Expected[] }
}
