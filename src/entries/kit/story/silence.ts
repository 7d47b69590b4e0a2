import { count } from '../../../base/words/words.js'
import type { MockNode } from '../../../index.js'
import { readTimeline } from '../../timeline/index.js'
import { isMock, type OtherOrigins } from '../runner/otherOrigins.js'

/** A node of a test, and what its provider had as it was made. */
export type MadeNode = {
  readonly node: MockNode
  readonly request: MockNode['provider']['request']
}

/**
 * What a failing test cannot see by itself: that no request reached its nodes,
 * or that their time stood still, and probably why.
 */
export function formatSilence(
  made: readonly MadeNode[],
  others: OtherOrigins,
  mocked: readonly string[] = [],
): string {
  const asked = made.map(({ node }) => isAsked(node))
  const unsealed = queued(made)
  const lines = asked.includes(true)
    ? [
        ...wrongNode(made, asked),
        ...alsoAsked(others),
        ...(unsealed.length > 0 ? unsealed : standingTime(made)),
      ]
    : // Nobody waits for time at a node that nobody asks.
      [...unasked(made, others, mocked), ...unsealed]
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
  mocked: readonly string[],
): string[] {
  if (made.length === 0) return []
  const causes = [
    ...elsewhere(others),
    ...(made.some(({ node, request }) => node.provider.request !== request)
      ? [
          '  node.provider.request has been replaced, as by a spy. Take it back: vi.restoreAllMocks() or jest.restoreAllMocks() after each test.',
        ]
      : []),
    ...(mocked.length > 0
      ? [
          `  This file mocks ${mocked.join(', ')} with vi.mock: what a mock makes asks no node. Take the mock away, as the node answers in place of it.`,
        ]
      : []),
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
    ...(causes.length > 0
      ? causes
      : [
          '  Does the client have custom(node.provider) as its transport? Is a mock of it left over, such as vi.mock, jest.mock or a spy?',
        ]),
  ]
}

/** Of the chain that a node gives to clients. */
const ownUrl = 'http://node.test'

function elsewhere({ http, sockets }: OtherOrigins): string[] {
  return [
    ...(http.size === 0
      ? []
      : [
          ...[...http].map((origin) =>
            origin === ownUrl
              ? `  ${origin} was asked instead: it is the URL of node.chain, where nothing listens. Give the client custom(node.provider) in place of http(), or http(undefined, { fetchFn: node.fetch }).`
              : `  ${origin} was asked instead. Give the client custom(node.provider) in place of http().`,
          ),
        ]),
    ...(sockets.size === 0
      ? []
      : [
          `  A WebSocket was opened to ${[...sockets].join(', ')} instead. Give the client webSocket(node.wsUrl).`,
        ]),
  ]
}

function alsoAsked({ http, sockets }: OtherOrigins): string[] {
  const origins = [...http, ...sockets]
  return origins.length === 0
    ? []
    : [
        `${origins.join(', ')} was asked, too, which is no node of this test: does a client still use http() or a URL of its own?`,
      ]
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
