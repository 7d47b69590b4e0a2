// The entries of the package. What else must name them follows from here:
// tsup, vitest and the checks read it, and `npm run entries` writes it into
// package.json and tsconfig.json, which `npm run check` holds to it.

export type Entry = {
  /** What users import, after the package's name. */
  readonly name: '.' | `./${string}`
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
    bundle: 'index',
    source: 'src/index.ts',
    runs: 'anywhere',
    imports: ['control'],
    bytes: 541_000,
  },
  {
    name: './presets',
    bundle: 'presets',
    source: 'src/entries/presets/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 22_500,
  },
  {
    name: './chains',
    bundle: 'chains',
    source: 'src/entries/chains/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 10_500,
  },
  {
    name: './stream',
    bundle: 'stream',
    source: 'src/entries/stream/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 84_000,
  },
  {
    name: './evm',
    bundle: 'evm',
    source: 'src/entries/evm/index.ts',
    runs: 'anywhere',
    imports: [],
    // Of these, 34 kB recover keys by WebAssembly.
    bytes: 218_000,
  },
  {
    name: './wallet',
    bundle: 'wallet',
    source: 'src/entries/wallet/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 162_000,
  },
  {
    name: './wallets',
    bundle: 'wallets',
    source: 'src/entries/wallets/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 12_000,
  },
  {
    name: './bundler',
    bundle: 'bundler',
    source: 'src/entries/bundler/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 90_000,
  },
  {
    name: './contracts',
    bundle: 'contracts',
    source: 'src/entries/contracts/index.ts',
    runs: 'anywhere',
    imports: [],
    needs: ['viem'],
    // Of these, 37 kB recover who signed a permit, and 19 kB judge what it is given.
    bytes: 100_000,
  },
  {
    name: './record',
    bundle: 'record',
    source: 'src/entries/record/index.ts',
    runs: 'anywhere',
    imports: ['index'],
    bytes: 44_000,
  },
  {
    name: './fork',
    bundle: 'fork',
    source: 'src/entries/fork/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 80_000,
  },
  {
    name: './server',
    bundle: 'server',
    source: 'src/entries/server/index.ts',
    runs: 'node',
    imports: [],
    // Of these, 7 kB bound what its readers have not read.
    bytes: 93_500,
  },
  {
    name: './websocket',
    bundle: 'websocket',
    source: 'src/entries/websocket/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 11_700,
  },
  {
    name: './timeline',
    bundle: 'timeline',
    source: 'src/entries/timeline/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 88_000,
  },
  {
    name: './matchers',
    bundle: 'matchers',
    source: 'src/entries/matchers/index.ts',
    runs: 'anywhere',
    imports: ['timeline'],
    bytes: 17_000,
  },
  {
    name: './explore',
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
    bytes: 134_000,
  },
  {
    name: './vitest',
    bundle: 'vitest',
    source: 'src/entries/vitest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['vitest'],
    augments: ['vitest'],
    bytes: 44_500,
  },
  {
    name: './jest',
    bundle: 'jest',
    source: 'src/entries/jest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['@jest/globals'],
    augments: ['expect'],
    bytes: 45_500,
  },
  {
    name: './node-test',
    bundle: 'node-test',
    source: 'src/entries/nodeTest/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['node:test'],
    augments: ['node:test'],
    // Of these, 14 kB are a clock.
    bytes: 61_000,
  },
  {
    name: './bun',
    bundle: 'bun',
    source: 'src/entries/bun/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    needs: ['bun:test'],
    augments: ['bun:test'],
    // Of these, 14 kB are a clock.
    bytes: 61_500,
  },
  {
    name: './deno',
    bundle: 'deno',
    source: 'src/entries/deno/index.ts',
    runs: 'anywhere',
    imports: ofKit,
    // Of these, 14 kB are a clock.
    bytes: 61_000,
  },
  {
    name: './reporter',
    bundle: 'reporter',
    source: 'src/entries/reporter/index.ts',
    runs: 'node',
    imports: [],
    bytes: 3_700,
  },
]

/** What an entry loads at its first use; users do not import it. */
export const loaded = [
  {
    bundle: 'control',
    source: 'src/api/control/onFirstUse/index.ts',
    runs: 'anywhere',
    imports: [],
    bytes: 40_000,
  },
] as const satisfies readonly Omit<Entry, 'name'>[]

/** The command, which nobody imports. */
export const command = {
  bundle: 'cli',
  source: 'src/entries/cli/cli.ts',
  runs: 'node',
  imports: entries.map(({ bundle }) => bundle),
  bytes: 35_500,
} as const
