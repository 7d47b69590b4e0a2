import type { Chain } from 'viem'
import { count } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'
import { readTimeline } from '../../timeline/index.js'
import { isMock, type OtherOrigins } from '../runner/otherOrigins.js'
import { findLines } from './testSource.js'

/** The file of a test, and how its runner's users write a spy. */
type TestSource = { readonly file: string | undefined; readonly spy: string }

/** A node of a test, and what its provider had as it was made. */
export type MadeNode = {
  readonly node: MockNode
  /** The chain of viem that the test gave it. */
  readonly chain: Partial<Pick<Chain, 'name' | 'rpcUrls'>> | undefined
  readonly request: MockNode['provider']['request']
}

/**
 * What a failing test cannot see by itself: that no request reached its nodes,
 * or that their time stood still, and probably why.
 */
export function formatSilence(
  made: readonly MadeNode[],
  others: OtherOrigins,
  test: TestSource,
): string {
  const asked = made.map(({ node }) => isAsked(node))
  const unsealed = queued(made)
  const lines = asked.includes(true)
    ? [
        ...wrongNode(made, asked),
        ...elsewhere(made, others, 'too', test.file),
        ...(unsealed.length > 0 ? unsealed : standingTime(made)),
      ]
    : // Nobody waits for time at a node that nobody asks.
      [...unasked(made, others, test, unsealed.length > 0), ...unsealed]
  return lines.join('\n')
}

/** Whether nothing came, though other places were asked. */
export function isAskedElsewhere(
  made: readonly MadeNode[],
  { http, sockets }: OtherOrigins,
): boolean {
  return http.size + sockets.size > 0 && !made.some(({ node }) => isAsked(node))
}

function isAsked(node: MockNode): boolean {
  return node.answeredRequests.length + node.waitingRequests.length > 0
}

function unasked(
  made: readonly MadeNode[],
  others: OtherOrigins,
  { file, spy }: TestSource,
  isExplained: boolean,
): string[] {
  if (made.length === 0) return []
  const causes = [
    ...elsewhere(made, others, 'instead', file).map((line) => `  ${line}`),
    ...made.flatMap((one) => replaced(one, file, spy)).slice(0, 1),
    ...findLines(file, mocking).map(
      ({ place, found: [call, name] }) =>
        `  ${place} calls ${call.trim()}, …): what it puts in place of ${name} asks no node. Delete that call, since the node answers now.`,
    ),
    ...(isMock((globalThis as { fetch?: unknown }).fetch)
      ? ['  fetch is a mock, so whatever asks over it reaches no node.']
      : []),
  ]
  const which =
    made.length === 1
      ? 'the node of this test'
      : `the ${made.length} nodes of this test`
  return [
    `No request reached ${which}.`,
    ...(causes.length > 0 || isExplained
      ? causes
      : [
          '  Does the client have custom(node.provider) as its transport, or in ethers new BrowserProvider(node.provider)? Is a mock of it left over, such as vi.mock, jest.mock or a spy?',
        ]),
  ]
}

/** As vitest, jest, bun and node:test mock the modules of a test. */
const mocking =
  /\b(?:(?:vi|jest)\.(?:mock|doMock|unstable_mockModule)|mock\.module)\(\s*['"]([^'"]+)['"]/

/** A spy on it, or something that was assigned to it. */
const replacing =
  /\S*\(\s*[\w.]*\bprovider\s*,\s*['"]request['"]\s*[,)]|\S*\bprovider\.request\s*=(?!=).*/

function replaced(
  { node, request }: MadeNode,
  file: string | undefined,
  spy: string,
): string[] {
  if (node.provider.request === request) return []
  const [line] = findLines(file, replacing)
  const what = isMock(node.provider.request) ? 'a spy' : 'another function'
  return [
    line === undefined
      ? `  node.provider.request is ${what}, so the node is not asked. Delete ${spy}, or what else put it there.`
      : `  node.provider.request is ${what}, so the node is not asked. Delete ${line.place}, which puts it there: ${line.found[0]}`,
  ]
}

/** Of the chain that a node gives to clients. */
const ownUrl = 'http://node.test'

/** The transport that viem gives a chain's URL. */
const defaultHttp = /\bhttp\(\s*\)/

function elsewhere(
  made: readonly MadeNode[],
  { http, sockets }: OtherOrigins,
  beside: 'instead' | 'too',
  file: string | undefined,
): string[] {
  /** Only where, since the line may hold a key. */
  const write = (pattern: RegExp) => {
    const [line] = findLines(file, pattern)
    return line === undefined ? 'Write' : `In ${line.place}, write`
  }
  const remedy = (pattern: RegExp) =>
    `${write(pattern)} transport: custom(node.provider), with import { custom } from 'viem'`
  const defaults = new Map(
    made.flatMap(({ chain }) =>
      (chain?.rpcUrls?.default.http ?? []).map((url) => [
        new URL(url).origin,
        `${chain?.name}`,
      ]),
    ),
  )
  const how = beside === 'too' ? ', too' : ' instead'
  return [
    ...[...http].map(([origin, hasAnswered]) => {
      if (origin === ownUrl)
        return `${origin} was asked${how}, a placeholder at which no server listens: it is the URL in node.chain, and http() without a URL asks it. ${remedy(defaultHttp)}; or, over HTTP, http(undefined, { fetchFn: node.fetch }).`
      const chain = defaults.get(origin)
      const answered = hasAnswered ? 'and answered' : 'and did not answer'
      return chain === undefined
        ? `${origin} was asked${how}, ${answered}. ${remedy(naming(origin))}.`
        : `${origin} was asked${how}, ${answered}: it is the URL in viem's chain ${chain}, and http() without a URL asks it. ${remedy(defaultHttp)}; the chain may stay.`
    }),
    ...[...sockets].map(
      ([origin, hasOpened]) =>
        `A WebSocket was opened to ${origin}${how}, and ${hasOpened ? 'connected' : 'did not connect'}. ${write(naming(origin))} transport: webSocket(node.wsUrl), with const node = testNode(…).`,
    ),
  ]
}

/** A line with a URL of that origin, whatever comes before or after it. */
function naming(origin: string): RegExp {
  const host = origin.replace(/^.*\/\//, '').replaceAll(/[.[\]]/g, '\\$&')
  return new RegExp(`[/@]${host}(?![\\w.:-])`)
}

/** Of two nodes with one chain id, a client may have been given the other. */
function wrongNode(
  made: readonly MadeNode[],
  asked: readonly boolean[],
): string[] {
  return made.flatMap(({ node }, at) => {
    const { id } = node.chain
    const other = made.findIndex(
      (one, index) => asked[index] === true && one.node.chain.id === id,
    )
    if (asked[at] === true || other < 0) return []
    const times = made[other]?.node.answeredRequests.length ?? 0
    return [
      `No request reached node ${at + 1} of ${made.length}, but node ${other + 1} got ${count(times, 'request')}, and both are chain ${id}. Was the client given the provider of the other? Tell them apart with testNode({ chainId }).`,
    ]
  })
}

/** Transactions that are in no block yet, as no beat has come. */
function queued(made: readonly MadeNode[]): string[] {
  return made.flatMap(({ node }) => {
    const sent = readTimeline(node)
      .transactions.map(({ label, hash, moves }) => ({
        name: label === undefined ? hash.slice(0, 10) : `"${label}"`,
        last: moves.at(-1),
      }))
      .find(({ last }) => last?.type === 'sent')
    return sent === undefined
      ? []
      : [
          `No beat has come since ${sent.name} was sent at ${sent.last?.at} ms, so it is in no block, not even the pending one. Write await nextBeatAsync() before what depends on it.`,
        ]
  })
}

function standingTime(made: readonly MadeNode[]): string[] {
  return made.length > 0 && made.every(({ node }) => node.now === 0)
    ? [
        'The time of the test never moved: it is still at 0 ms. Write await nextBeatAsync() for the next beat, or await advanceAsync(ms).',
      ]
    : []
}
