import * as preseal from 'preseal'
import { createMockNode } from 'preseal'
import * as bundler from 'preseal/bundler'
import * as chains from 'preseal/chains'
import * as contracts from 'preseal/contracts'
import * as evm from 'preseal/evm'
import * as explore from 'preseal/explore'
import * as fork from 'preseal/fork'
import * as matchers from 'preseal/matchers'
import * as presets from 'preseal/presets'
import * as record from 'preseal/record'
import * as reporter from 'preseal/reporter'
import * as server from 'preseal/server'
import * as stream from 'preseal/stream'
import * as timeline from 'preseal/timeline'
import * as vitest from 'preseal/vitest'
import * as wallet from 'preseal/wallet'
import * as wallets from 'preseal/wallets'
import * as websocket from 'preseal/websocket'
import { expect, test } from 'vitest'
import { entries as published } from '../scripts/entries.js'

const entries = {
  '.': preseal,
  bundler,
  chains,
  contracts,
  evm,
  explore,
  fork,
  matchers,
  presets,
  record,
  reporter,
  server,
  stream,
  timeline,
  vitest,
  wallet,
  wallets,
  websocket,
}

const mistyped = { mistyped: 1 }
const node = createMockNode({ clock: 'virtual' })

/** What a function takes before its options; null: it takes none. */
type Before = readonly unknown[] | null
type Given = {
  [entry in keyof typeof entries]: {
    [name in keyof (typeof entries)[entry] as (typeof entries)[entry][name] extends (
      ...given: never
    ) => unknown
      ? name
      : never]: Before
  }
}

/** Each function that a user can call, so that a new one has its place here. */
const given: Given = {
  '.': {
    createMockNode: [],
    formatScenario: [],
    isPresealError: null,
    parseScenario: [],
    testNode: null,
  },
  bundler: { createBundler: [node] },
  chains: {
    anvil: null,
    geth: null,
    hardhat: null,
    arbitrum: [],
    base: [],
    ethereum: [],
    megaEth: null,
    monad: null,
    opMainnet: null,
    profileOf: null,
    rise: null,
    tempo: null,
    unichain: null,
    worldChain: null,
    xLayer: null,
  },
  contracts: {
    contract: [],
    ens: [],
    erc20: [],
    erc721: [],
    permit2: null,
    slotOf: null,
  },
  evm: { evm: [] },
  explore: {
    always: null,
    atLast: null,
    eventually: [() => true],
    everyLogIsSeen: [],
    everySentIsTold: [],
    receiptStands: [],
    explore: [() => {}],
    formatExploration: null,
    formatFinding: null,
    formatFindingPages: null,
    formatFound: null,
    neverPaidTwice: null,
    mishapsOf: [[]],
    mostRequests: null,
    noConsoleError: null,
    noFlicker: [],
    noUnhandledRejection: null,
    nothingAskedAfter: null,
    parseFound: null,
    reached: null,
    rightAgain: [],
    staysFinal: null,
    successIsTrue: null,
    failureIsTrue: null,
    wasTrue: [],
  },
  fork: {
    formatFork: null,
    parseFork: null,
    recordFork: [],
    verifyFork: [{ record: { block: {} } }],
  },
  matchers: {
    toBeDropped: [node, 'pay'],
    toBePreconfirmed: null,
    toBeSealed: null,
    toHaveBalance: null,
    toHaveNoTornReads: [node],
    toHaveNoUnexpectedRequests: null,
    toHaveNoUnusedFaults: null,
    toHaveReceivedRequest: [node, 'eth_call', []],
    toHaveStorageAt: null,
    toHaveSubscription: [node, 'newHeads'],
  },
  presets: {
    boundaryGap: [],
    droppedTail: [],
    emptyBeats: [],
    fasterBlocks: [],
    finalityStall: [],
    frozenPending: [],
    jittered: [],
    loadBalancer: [],
    missedIndex: [],
    newAccountGas: [],
    noPreconfirmations: [],
    partialPending: [],
    publicEndpoint: [],
    receiptDivergence: [],
    reorderedSeal: [],
    reorgedAway: [],
    revertedAfterAll: [],
    sealedWithout: [],
    // createMockNode refuses what it passes on.
    sequence: null,
    silentZeros: [],
    steady: [],
    transferLogs: [],
    twoAhead: [],
  },
  record: { record: [] },
  reporter: { default: [], presealReporter: [] },
  server: { serve: [node] },
  stream: { checkStream: [[]], fromStream: [[]] },
  timeline: {
    annotate: [node],
    formatTimeline: [node],
    nameOfFunction: null,
    readTimeline: [node],
  },
  // Its explore only declares a test; that of preseal/explore gets the options.
  vitest: {
    advanceAsync: [0],
    explore: null,
    nextBeatAsync: [],
    nextBlockAsync: [],
    testNode: [],
  },
  wallet: { createWallet: [node], walletConnectClient: null },
  wallets: {},
  websocket: { createWebSocket: null },
}
/** Functions that take options, by the entry and the name. */
const takers = Object.entries(given).flatMap(([entry, names]) =>
  Object.entries<Before>(names).flatMap(([name, before]) =>
    before === null ? [] : [[entry, name, before] as const],
  ),
)

test('default: every function of every entry is known here', () => {
  const known = published.map(({ name }) => name.replace('./', ''))
  // Entries of other runners have the same kit, and load in these alone.
  const others = ['jest', 'bun', 'deno', 'node-test']
  expect(Object.keys(entries).sort()).toEqual(
    known.filter((name) => !others.includes(name)).sort(),
  )
  for (const [entry, exported] of Object.entries(entries))
    expect(
      Object.entries(exported)
        .filter(([, one]) => typeof one === 'function' && !isClass(one))
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(given[entry as keyof Given]).sort())
})

test.each(takers)(
  'a mistyped option was as good as left out: %s, %s',
  async (entry, name, before) => {
    const call = entries[entry as keyof Given][name as never] as (
      ...given: unknown[]
    ) => unknown
    const called = async () => await call(...before, mistyped)
    await expect(called()).rejects.toThrow(/mistyped/)
  },
)

function isClass(one: unknown): boolean {
  return /^class\b/.test(`${one}`)
}
