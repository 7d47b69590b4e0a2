/**
 * A page of `docs/`: the question that it answers, in one sentence, and the
 * beginnings of words for which a search shows it first.
 */
export type Listed = readonly [
  path: string,
  summary: string,
  ...searched: readonly string[],
]

/** What a reader wants, and the pages that help; each page stands here once. */
export type Want = {
  readonly title: string
  readonly part: 'guide' | 'reference'
  /** In the order in which they are best read. */
  readonly pages: readonly Listed[]
}

/**
 * The one order of all pages. The sidebar, `llms.txt` and the lists in
 * `docs/README.md` derive from it (`npx tsx site/writeIndex.ts`).
 */
export const wants: readonly Want[] = [
  {
    title: 'Start',
    part: 'guide',
    pages: [
      [
        'guide/first-test.md',
        'Test a page that pays through viem, in vitest: files to paste, and what they print.',
        'vitest',
      ],
      [
        'guide/react.md',
        'Test a React app with wagmi, in vitest: files to paste, and what they print.',
        'react',
      ],
      [
        'guide/jest.md',
        'Test a React app with wagmi, in jest: its config, files to paste, and what they print.',
        'jest',
      ],
      [
        'guide/ethers.md',
        'Test a page that pays through ethers: files to paste, and what they print.',
        'ethers',
      ],
      [
        'guide/is-it-for-me.md',
        'When preseal is the right tool, and when anvil, Hardhat, tevm, prool, msw or a plain mock is.',
      ],
      [
        'guide/from-mocks.md',
        'Replace hand-written mocks of a provider or of viem.',
      ],
      [
        'guide/troubleshooting.md',
        'Find out why a test hangs, or why a balance stays 0.',
      ],
    ],
  },
  {
    title: 'Find failures',
    part: 'guide',
    pages: [
      [
        'guide/explore.md',
        'Let `explore` find the failures that break your code.',
      ],
      [
        'guide/failed-test.md',
        'Read what a failing test prints, and the page that draws what happened.',
      ],
      [
        'guide/found-in-the-wild.md',
        'Read what `explore` found in software that others ship.',
      ],
    ],
  },
  {
    title: 'Cause failures',
    part: 'guide',
    pages: [
      [
        'guide/failures.md',
        'Look up which call causes what you have seen go wrong.',
      ],
      [
        'guide/chain-failures.md',
        'Drop, reorder or revert a transaction, or cause a reorg, at the moment that you choose.',
        'reorg',
      ],
      [
        'guide/request-failures.md',
        'Make requests fail, meet a rate limit, hang, arrive late or return old state, or answer them yourself.',
        'rate',
        'limit',
      ],
      [
        'guide/scenarios.md',
        'Script events by time, share them as JSON, or use a ready-made preset.',
      ],
    ],
  },
  {
    title: 'Blocks and time',
    part: 'guide',
    pages: [
      [
        'guide/pending.md',
        'What a read at `pending` and at `latest` shows, and when.',
        'receipt',
        'flashblock',
      ],
      [
        'guide/faster-blocks.md',
        'Find out what breaks when a block takes 200 ms, as on Base.',
      ],
      [
        'guide/fake-timers.md',
        'Control the time of the node and of the code under test together.',
      ],
      [
        'guide/what-happened.md',
        'Read events, requests and logs of a node, and go back in time.',
      ],
    ],
  },
  {
    title: 'Your code',
    part: 'guide',
    pages: [
      [
        'guide/clients.md',
        'Connect viem, web3.js or wagmi, and avoid the traps of each client.',
      ],
      [
        'guide/wallets.md',
        'Let an application connect and sign through a wallet such as MetaMask, or let the user refuse.',
        'wallet',
        'metamask',
      ],
      [
        'guide/browsers.md',
        'Test a page in a real browser, or show a component in Storybook.',
      ],
      [
        'guide/http.md',
        'Test code that expects a URL, over HTTP or WebSocket, without a port.',
      ],
      [
        'guide/serving.md',
        'Put a node on a port, control it over JSON-RPC, and run Hardhat or Foundry against it.',
      ],
      [
        'guide/agents.md',
        'Test a program that nobody watches: an agent that pays, an indexer, a keeper.',
      ],
    ],
  },
  {
    title: 'Your chain',
    part: 'guide',
    pages: [
      [
        'guide/transactions.md',
        'Send, replace and script transactions: all their fields, types and effects.',
        'nonce',
      ],
      [
        'guide/contracts.md',
        'Add tokens, contracts without bytecode, or run bytecode.',
      ],
      [
        'guide/fork.md',
        'Test against contracts of a live chain, offline, from a recorded file.',
      ],
      [
        'guide/real-blocks.md',
        'Import blocks of a real chain, record an endpoint, or replay flashblocks.',
      ],
    ],
  },
  {
    title: 'Node',
    part: 'reference',
    pages: [
      [
        'reference/options.md',
        'All options of `createMockNode` and `testNode`, with their defaults.',
      ],
      [
        'reference/node.md',
        'All methods, properties and events of a node and its provider.',
      ],
      [
        'reference/scenarios.md',
        'All types of steps, and all presets with their parameters.',
      ],
      [
        'reference/faults.md',
        'All faults of requests, sockets and transactions, and which requests they match.',
      ],
      [
        'reference/errors.md',
        'All errors that preseal throws, and how to fix each.',
      ],
    ],
  },
  {
    title: 'Tests',
    part: 'reference',
    pages: [
      [
        'reference/kit.md',
        'What the kit of each runner (vitest, jest, node:test, Bun, Deno) sets up, and all matchers.',
      ],
      [
        'reference/explore.md',
        'All options, mishaps and invariants of `explore`.',
      ],
    ],
  },
  {
    title: 'JSON-RPC',
    part: 'reference',
    pages: [
      [
        'reference/methods.md',
        'All JSON-RPC methods and subscriptions, and those that control a node.',
      ],
      ['reference/command-line.md', 'The commands of `npx preseal`.'],
    ],
  },
  {
    title: 'Chains and engines',
    part: 'reference',
    pages: [
      [
        'reference/chains.md',
        'Profiles of Base, OP Mainnet, Arbitrum, Monad and other chains, with sources.',
      ],
      [
        'reference/fidelity.md',
        'Which node client each answer follows, and how that is checked.',
      ],
      ['reference/evm.md', 'The interpreter of bytecode on its own.'],
    ],
  },
  {
    title: 'Wallets',
    part: 'reference',
    pages: [
      [
        'reference/wallet.md',
        'All methods, events, errors and profiles of the wallet.',
      ],
      [
        'reference/connectors.md',
        "What each of wagmi's connectors does with each profile of a wallet.",
      ],
      ['reference/bundler.md', 'Options and methods of the ERC-4337 bundler.'],
    ],
  },
  {
    title: 'Package',
    part: 'reference',
    pages: [
      [
        'reference/entries.md',
        'What to import, from where, and what a new version may change.',
      ],
      ['README.md', 'All pages in one list.'],
    ],
  },
]

const listed = wants.flatMap(({ pages }) => pages)

/** The sentence of each page, by its path below `docs/`. */
export const summaryOf: ReadonlyMap<string, string> = new Map(
  listed.map(([path, summary]) => [path, summary]),
)

/** The beginnings of words for which a search shows a page first. */
export const searchedFor = Object.fromEntries(
  listed.flatMap(([path, , ...words]) =>
    words.length === 0 ? [] : [[path, words]],
  ),
)
