// The entries of the package. What else must name them follows from here:
// tsup, vitest and the checks read it, and `npm run entries` writes it into
// package.json and tsconfig.json, which `npm run check` holds to it.

export type Entry = {
  /** What users import, after the package's name. */
  readonly name: '.' | `./${string}`
  /** What it has, as docs/reference/entries.md says it. */
  readonly what: string
  /** The name of its files in dist/. */
  readonly bundle: string
  readonly source: `src/${string}.ts`
  /** Whether it may import modules of Node. */
  readonly runs: 'anywhere' | 'node'
  /** The bundles that it imports instead of holding them a second time. */
  readonly imports: readonly string[]
  /** The packages of the user's that it imports; all others it inlines. */
  readonly needs?: readonly string[]
  /** The packages whose types its types add to. */
  readonly augments?: readonly string[]
  /** How large its JavaScript may become, with all that it inlines. */
  readonly bytes: number
}

/** What the kit of any runner imports. */
const ofKit = [
  'index',
  'chains',
  'timeline',
  'matchers',
  'websocket',
  'explore',
] as const

export const entries: readonly Entry[] = [
  {
    name: '.',
    what: '`createMockNode` (a node), [`parseScenario` and `formatScenario`](../guide/scenarios.md#scenario-files), [`isPresealError`](errors.md), `PresealError`, `ProviderRpcError`',
    bundle: 'index',
    source: 'src/index.ts',
    runs: 'anywhere',
    imports: ['control'],
    // Of these, 14 kB have 300 tables made at their first use.
    bytes: 573_700,
  },
  {
    name: './presets',
    what: '[22 ready-made scenarios](scenarios.md#presets) (lists of timed steps, with node options), and [`sequence`](../guide/scenarios.md#one-after-the-other)',
    bundle: 'presets',
    source: 'src/entries/presets/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 26_300,
  },
  {
    name: './chains',
    what: '[profiles](chains.md) of 11 chains for the option `profile`, and `profileOf`',
    bundle: 'chains',
    source: 'src/entries/chains/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 23_500,
  },
  {
    name: './stream',
    what: '[`fromStream` and `checkStream`](../guide/real-blocks.md#streams): replay captured flashblocks (pre-confirmation messages)',
    bundle: 'stream',
    source: 'src/entries/stream/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 82_000,
  },
  {
    name: './evm',
    what: '[`evm`](../guide/contracts.md#bytecode), an interpreter of bytecode, for a node or on its own',
    bundle: 'evm',
    source: 'src/entries/evm/index.ts',
    runs: 'anywhere',
    imports: [],
    // Of these, 34 kB recover keys by WebAssembly, and 6 kB hash by it.
    bytes: 227_500,
  },
  {
    name: './wallet',
    what: '[`createWallet`](../guide/wallets.md): a wallet that signs; your test approves or rejects its prompts',
    bundle: 'wallet',
    source: 'src/entries/wallet/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 157_300,
  },
  {
    name: './wallets',
    what: '[profiles of wallets](wallet.md#profiles): MetaMask, Safe, Base Account and others as they are, and [what a connector does before each](connectors.md)',
    bundle: 'wallets',
    source: 'src/entries/wallets/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 10_000,
  },
  {
    name: './bundler',
    what: '[`createBundler`](bundler.md): ERC-4337 in this process, with entry points, a bundler and a paymaster',
    bundle: 'bundler',
    source: 'src/entries/bundler/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 72_600,
  },
  {
    name: './contracts',
    what: '[`contract`, `erc20`, `erc721`, `permit2`, `ens`](../guide/contracts.md): contracts without bytecode; needs viem at run time',
    bundle: 'contracts',
    source: 'src/entries/contracts/index.ts',
    runs: 'anywhere',
    imports: [],
    needs: ['viem'],
    // Of these, 37 kB recover who signed a permit, and 16 kB judge what it is given.
    bytes: 93_500,
  },
  {
    name: './record',
    what: '[`record`](../guide/real-blocks.md#recording): turns a live endpoint into a scenario, on any runtime with `fetch`',
    bundle: 'record',
    source: 'src/entries/record/index.ts',
    runs: 'anywhere',
    imports: ['index'],
    bytes: 41_000,
  },
  {
    name: './fork',
    what: '[`parseFork`, `recordFork`](../guide/fork.md): test against the state of a live chain, recorded in a file',
    bundle: 'fork',
    source: 'src/entries/fork/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 74_500,
  },
  {
    name: './server',
    what: '[`serve`](../guide/serving.md), HTTP and WebSocket, on Node',
    bundle: 'server',
    source: 'src/entries/server/index.ts',
    runs: 'node',
    imports: [],
    // Of these, 7 kB bound what its readers have not read.
    bytes: 81_500,
  },
  {
    name: './websocket',
    what: '[`createWebSocket`](../guide/http.md#websockets), WebSockets to a node in the same process',
    bundle: 'websocket',
    source: 'src/entries/websocket/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 11_300,
  },
  {
    name: './timeline',
    what: '[the timeline of a node](../guide/failed-test.md#timeline): its requests, transactions and blocks, as data, text or a picture',
    bundle: 'timeline',
    source: 'src/entries/timeline/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 113_600,
  },
  {
    name: './matchers',
    what: '[matchers](kit.md#matchers) for vitest and jest, also as plain functions',
    bundle: 'matchers',
    source: 'src/entries/matchers/index.ts',
    runs: 'anywhere',
    imports: ['timeline'],
    bytes: 26_500,
  },
  {
    name: './explore',
    what: '[`explore`](../guide/explore.md) for any test runner; also `mishapsOf` and [invariants](explore.md#invariants)',
    bundle: 'explore',
    source: 'src/entries/explore/index.ts',
    runs: 'anywhere',
    imports: [
      'index',
      'presets',
      'chains',
      'timeline',
      'wallet',
      'wallets',
      'websocket',
    ],
    bytes: 141_500,
  },
  {
    name: './vitest',
    what: '[a node per test, `nextBeatAsync` and matchers](kit.md), and `explore`, for vitest 3.2, 4 and 5',
    bundle: 'vitest',
    source: 'src/entries/vitest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['vitest'],
    augments: ['vitest'],
    bytes: 46_500,
  },
  {
    name: './jest',
    what: 'the same for jest 29 and 30',
    bundle: 'jest',
    source: 'src/entries/jest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['@jest/globals'],
    augments: ['expect'],
    bytes: 47_500,
  },
  {
    name: './node-test',
    what: 'the same for node:test of Node 20.19, 22 and 24; see [other runners](kit.md#other-runners)',
    bundle: 'node-test',
    source: 'src/entries/nodeTest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['node:test'],
    augments: ['node:test'],
    // Of these, 14 kB are a clock.
    bytes: 63_200,
  },
  {
    name: './bun',
    what: 'the same for bun test',
    bundle: 'bun',
    source: 'src/entries/bun/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['bun:test'],
    augments: ['bun:test'],
    // Of these, 14 kB are a clock.
    bytes: 63_200,
  },
  {
    name: './deno',
    what: 'the same for deno test',
    bundle: 'deno',
    source: 'src/entries/deno/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    // Of these, 14 kB are a clock.
    bytes: 63_200,
  },
  {
    name: './reporter',
    what: 'a reporter for vitest, with [a page for each failing test](../guide/failed-test.md#pictures)',
    bundle: 'reporter',
    source: 'src/entries/reporter/index.ts',
    runs: 'node',
    imports: [],
    bytes: 7_800,
  },
]

/** What an entry loads at its first use; users do not import it. */
export const loaded = [
  {
    bundle: 'control',
    source: 'src/api/control/onFirstUse/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 38_500,
  },
] as const satisfies readonly Omit<Entry, 'name' | 'what'>[]

/** The command, which nobody imports. */
export const command = {
  bundle: 'cli',
  source: 'src/entries/cli/cli.ts',
  runs: 'node',
  imports: entries.map(({ bundle }) => bundle),
  bytes: 41_500,
} as const
