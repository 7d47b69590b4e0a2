import { readFileSync } from 'node:fs'
import * as preseal from 'preseal'
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
import * as kit from 'preseal/vitest'
import * as wallet from 'preseal/wallet'
import * as websocket from 'preseal/websocket'
import { describe, expect, test } from 'vitest'
import { ts } from '../scripts/typescript.js'

/** Every name that the entry spells out. */
function namesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  return source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [`not spelled out: ${statement.getText(source)}`],
  )
}

const values = [
  'PresealError',
  'ProviderRpcError',
  'createMockNode',
  'formatScenario',
  'isPresealError',
  'parseScenario',
]

describe('the main entry', () => {
  test('default: what can be called', () => {
    expect(Object.keys(preseal).sort()).toEqual(values)
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/index.ts')
    expect(
      all.filter((name) => !(name in preseal)).sort(),
    ).toMatchInlineSnapshot(`
      [
        "AccessList",
        "AccountParameters",
        "AccountsParameters",
        "Address",
        "AnsweredRequest",
        "AnyPresealError",
        "Authorization",
        "BeatEvent",
        "BlockSelector",
        "Clock",
        "Contract",
        "Disconnection",
        "DroppedEvent",
        "Erc20Contract",
        "FailingFault",
        "Fault",
        "Fork",
        "ForkRecord",
        "Gate",
        "Handler",
        "HandlerView",
        "Hash",
        "HeaderOptions",
        "Hex",
        "HoldParameters",
        "ImportCheck",
        "ImportChecks",
        "ImportParameters",
        "ImportReport",
        "InclusionRule",
        "L1AttributesOptions",
        "L1Fees",
        "LogParameters",
        "Match",
        "Missing",
        "MockNode",
        "MockNodeOptions",
        "MockProvider",
        "MockRequest",
        "MockRpcSchema",
        "Native",
        "NativeCall",
        "NativeContract",
        "NativeFrame",
        "NativeResult",
        "NodeEvents",
        "Outcome",
        "PreconfirmParameters",
        "PreconfirmedEvent",
        "PresealErrorName",
        "Problem",
        "Profile",
        "ProfileOptions",
        "ProviderEvents",
        "ReorgedEvent",
        "Saw",
        "ScriptedTransaction",
        "SealedEvent",
        "Snapshot",
        "SocketEvent",
        "StandingSubscription",
        "Step",
        "StepNow",
        "StoryBeat",
        "StoryEvent",
        "StoryFault",
        "TransactionName",
        "TransactionType",
        "UnansweredRequest",
        "WaitingRequest",
      ]
    `)
  })
})

describe('preseal/chains', () => {
  test('default: what can be called', () => {
    expect(Object.keys(chains).sort()).toEqual([
      'arbitrum',
      'base',
      'ethereum',
      'megaEth',
      'monad',
      'opMainnet',
      'profileOf',
      'rise',
      'unichain',
      'worldChain',
      'xLayer',
    ])
  })
})

describe('preseal/contracts', () => {
  test('default: what can be called', () => {
    expect(Object.keys(contracts).sort()).toEqual([
      'contract',
      'erc20',
      'erc721',
      'slotOf',
    ])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/contracts/index.ts')
    expect(all.filter((name) => !(name in contracts))).toEqual([
      'ContractParameters',
      'Erc721Parameters',
      'ContractState',
      'CallFn',
      'ContractFunctions',
      'ContractMessage',
      'FunctionContext',
    ])
  })
})

describe('preseal/explore', () => {
  test('default: what can be called', () => {
    expect(Object.keys(explore).sort()).toMatchInlineSnapshot(`
      [
        "always",
        "atLast",
        "eventually",
        "everySentIsTold",
        "explore",
        "formatExploration",
        "formatFinding",
        "formatFound",
        "includedOnce",
        "mishapsOf",
        "mostRequests",
        "noConsoleError",
        "noFlicker",
        "noUnhandledRejection",
        "nothingAskedAfter",
        "parseFound",
        "rightAgain",
        "staysFinal",
        "wasTrue",
      ]
    `)
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/explore/index.ts')
    expect(all.filter((name) => !(name in explore))).toMatchInlineSnapshot(`
      [
        "Wanted",
        "WasTrueOptions",
        "MishapsOptions",
        "Body",
        "Explored",
        "Watch",
        "AcceptedFinding",
        "Exploration",
        "Finding",
        "Tally",
        "InnerCallAt",
        "Mishap",
        "MishapKind",
        "UserAct",
        "Acted",
        "Invariant",
        "Look",
        "Run",
        "Seen",
        "Wrong",
        "Acceptance",
        "ExploreOptions",
        "PureOptions",
        "Found",
      ]
    `)
  })
})

describe('preseal/server', () => {
  test('default: what can be called', () => {
    expect(Object.keys(server)).toEqual(['serve'])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/server/index.ts')
    expect(all.filter((name) => !(name in server))).toEqual([
      'ServableWallet',
      'MockServer',
      'ServableNode',
      'ServeOptions',
    ])
  })
})

describe('preseal/wallet', () => {
  test('default: what can be called', () => {
    expect(Object.keys(wallet).sort()).toEqual(['createWallet', 'testAccounts'])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/wallet/index.ts')
    expect(all.filter((name) => !(name in wallet)).sort()).toEqual([
      'Announcement',
      'Hold',
      'PromptMethod',
      'Prompted',
      'Prompts',
      'Wallet',
      'WalletNode',
      'WalletOptions',
      'WalletProvider',
    ])
  })
})

describe('preseal/websocket', () => {
  test('default: what can be called, and what only types know', () => {
    expect(Object.keys(websocket)).toEqual(['createWebSocket'])
    const all = namesOf('src/entries/websocket/index.ts')
    expect(all.filter((name) => !(name in websocket))).toEqual([
      'SocketNode',
      'MockWebSocket',
      'MockWebSocketClass',
    ])
  })
})

describe('preseal/record', () => {
  test('default: what can be called', () => {
    expect(Object.keys(record)).toEqual(['record'])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/record/index.ts')
    expect(all.filter((name) => !(name in record))).toEqual([
      'RecordOptions',
      'RecordProgress',
    ])
  })
})

describe('preseal/fork', () => {
  test('default: what can be called', () => {
    expect(Object.keys(fork).sort()).toEqual([
      'formatFork',
      'parseFork',
      'recordFork',
      'verifyFork',
    ])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/fork/index.ts')
    expect(all.filter((name) => !(name in fork)).sort()).toEqual([
      'ForkCheck',
      'ForkProgress',
      'ForkRecorder',
      'RecordForkOptions',
    ])
  })
})

describe('preseal/stream', () => {
  test('default: what can be called', () => {
    expect(Object.keys(stream).sort()).toEqual(['checkStream', 'fromStream'])
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/stream/index.ts')
    expect(all.filter((name) => !(name in stream))).toEqual([
      'StreamProblem',
      'StreamOptions',
      'StreamMessages',
    ])
  })
})

describe('the entry of presets', () => {
  test('default: what can be called', () => {
    expect(Object.keys(presets)).toMatchInlineSnapshot(`
      [
        "boundaryGap",
        "droppedTail",
        "emptyBeats",
        "fasterBlocks",
        "finalityStall",
        "frozenPending",
        "jittered",
        "loadBalancer",
        "missedIndex",
        "noPreconfirmations",
        "partialPending",
        "publicEndpoint",
        "receiptDivergence",
        "reorderedSeal",
        "reorgedAway",
        "revertedAfterAll",
        "sealedWithout",
        "sequence",
        "silentZeros",
        "steady",
        "twoAhead",
      ]
    `)
  })

  test('behavior: what only types know', () => {
    const types = namesOf('src/entries/presets/index.ts').filter(
      (name) => !(name in presets),
    )
    const options = Object.keys(presets)
      .filter((name) => name !== 'sequence')
      .map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}Options`)
    expect(types.sort()).toEqual(
      [...options, 'PresetOptions', 'Scenario'].sort(),
    )
  })
})

describe('the entry of the interpreter', () => {
  test('default: what can be called', () => {
    expect(Object.keys(evm)).toEqual(['evm'])
  })

  test('behavior: what only types know', () => {
    const types = namesOf('src/entries/evm/index.ts').filter(
      (name) => name !== 'evm',
    )
    expect(types).toMatchInlineSnapshot(`
      [
        "AccessListItem",
        "AccountChange",
        "Authorization",
        "Changes",
        "Engine",
        "Environment",
        "Execution",
        "Hardfork",
        "Message",
        "Native",
        "NativeCall",
        "NativeFrame",
        "NativeResult",
        "StateReader",
        "ExecutionLog",
        "FrameType",
        "ObservedFrame",
        "ObservedResult",
        "Observer",
        "Step",
        "EvmOptions",
      ]
    `)
  })
})

describe('the entry of matchers', () => {
  test('default: what can be called', () => {
    expect(Object.keys(matchers)).toMatchInlineSnapshot(`
      [
        "matchers",
        "toBeDropped",
        "toBePreconfirmed",
        "toBeSealed",
        "toHaveBalance",
        "toHaveNoTornReads",
        "toHaveNoUnexpectedRequests",
        "toHaveNoUnusedFaults",
        "toHaveReceivedRequest",
        "toHaveStorageAt",
        "toHaveSubscription",
      ]
    `)
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/matchers/index.ts')
    expect(all.filter((name) => !(name in matchers))).toMatchInlineSnapshot(`
      [
        "Verdict",
        "NodeMatchers",
        "TornReadsRange",
      ]
    `)
  })
})

describe('the entry of the timeline', () => {
  test('default: what can be called', () => {
    expect(Object.keys(timeline)).toMatchInlineSnapshot(`
      [
        "annotate",
        "formatTimeline",
        "readTimeline",
      ]
    `)
  })

  test('behavior: what only types know', () => {
    const all = namesOf('src/entries/timeline/index.ts')
    expect(all.filter((name) => !(name in timeline))).toMatchInlineSnapshot(`
      [
        "Annotations",
        "FormatOptions",
        "InnerCall",
        "Move",
        "Timeline",
        "TimelineBlock",
        "TimelineOutcome",
        "TimelineRange",
        "TimelineRequest",
        "TimelineTransaction",
      ]
    `)
  })
})

describe('the entries of test runners', () => {
  test('default: what can be called', () => {
    expect(Object.keys(kit)).toEqual([
      'advanceAsync',
      'explore',
      'nextBeatAsync',
      'nextBlockAsync',
      'testNode',
    ])
  })

  test('behavior: both have the same names', () => {
    const names = [
      'ExploreFn',
      'ExploreTest',
      'AsyncOptions',
      'TestChain',
      'TestNodeOptions',
      'advanceAsync',
      'explore',
      'nextBeatAsync',
      'nextBlockAsync',
      'testNode',
    ]
    expect(namesOf('src/entries/vitest/index.ts')).toEqual(names)
    expect(namesOf('src/entries/jest/index.ts')).toEqual(names)
  })
})

test('preseal/reporter: what can be called, and what only types know', () => {
  expect(Object.keys(reporter).sort()).toEqual(['default', 'presealReporter'])
  expect(namesOf('src/entries/reporter/index.ts')).toEqual([
    'presealReporter',
    'default',
    'ReporterOptions',
  ])
})
