/** What a reader wants, and the pages that help; each page stands here once. */
export type Want = {
  readonly title: string
  /** Below `docs/`, in the order in which they are best read. */
  readonly pages: readonly string[]
}

/** The order of the site and of its `llms.txt`. */
export const wants: readonly Want[] = [
  {
    title: 'Write a first test',
    pages: [
      'guide/first-test.md',
      'guide/four-reads.md',
      'guide/from-mocks.md',
      'guide/fake-timers.md',
      'guide/react.md',
      'guide/clients.md',
      'guide/which-tool.md',
      'guide/troubleshooting.md',
      'README.md',
    ],
  },
  {
    title: 'Make things go wrong',
    pages: [
      'guide/go-wrong.md',
      'guide/mishaps.md',
      'guide/faults.md',
      'guide/presets.md',
      'guide/explore.md',
      'guide/found-in-the-wild.md',
      'guide/scenarios.md',
    ],
  },
  {
    title: 'Let the application send',
    pages: [
      'guide/sending.md',
      'guide/agents.md',
      'guide/wallet.md',
      'guide/wagmi.md',
      'guide/ethers.md',
      'guide/connect-buttons.md',
      'guide/playwright.md',
      'guide/cypress.md',
    ],
  },
  {
    title: 'Decide what the chain holds',
    pages: [
      'guide/transactions.md',
      'guide/contracts.md',
      'guide/bytecode.md',
      'guide/handlers.md',
    ],
  },
  {
    title: 'See what happened',
    pages: ['guide/watching.md', 'reference/timeline.md'],
  },
  {
    title: 'Copy a real chain',
    pages: [
      'guide/real-blocks.md',
      'guide/fork.md',
      'guide/recording.md',
      'guide/streams.md',
      'guide/op-chains.md',
      'guide/faster-blocks.md',
      'reference/chains.md',
    ],
  },
  {
    title: 'Serve it to other programs',
    pages: [
      'guide/http.md',
      'guide/websockets.md',
      'guide/serving.md',
      'guide/control.md',
      'guide/hardhat-and-foundry.md',
      'guide/indexers.md',
      'reference/command-line.md',
    ],
  },
  {
    title: 'Look something up',
    pages: [
      'reference/errors.md',
      'reference/options.md',
      'reference/node.md',
      'reference/kit.md',
      'reference/matchers.md',
      'reference/explore.md',
      'reference/transactions.md',
      'reference/steps.md',
      'reference/faults.md',
      'reference/inclusion.md',
      'reference/presets.md',
      'reference/events.md',
      'reference/wallet.md',
      'reference/connectors.md',
      'reference/bundler.md',
      'reference/methods.md',
      'reference/control-methods.md',
      'reference/identities.md',
      'reference/hashes.md',
      'fidelity.md',
    ],
  },
]
