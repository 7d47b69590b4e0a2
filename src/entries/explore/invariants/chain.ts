import { address as anAddress } from '../../../base/validation/values.js'
import { short } from '../../../base/words/words.js'
import type { Address, Hex, MockNode } from '../../../index.js'
import { textOf } from '../model/mishap.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import { named, type Owner, readGiven, selectedIn, window } from './given.js'

type Receipt = { readonly transactionHash: Hex; readonly blockHash: Hex }

/** ms for which an application may show what no longer stands. */
const usual = 2_000

/**
 * Each receipt that the watch sees, as any client hands it over, was that of the
 * chain at some time in the last `within` ms: its block was not reorged away
 * before.
 *
 * @example
 * watch('receipt', () => receipt, [receiptStands()])
 *
 * @param within - ms; default 2_000
 */
export function receiptStands(
  options: { readonly within?: number | undefined } = {},
): Invariant {
  const { within = usual } = readGiven('receiptStands', options, {
    within: window,
  })
  return named('receiptStands', (seen) => {
    const shown = seen.looks.flatMap((look) =>
      isReceipt(look.value) ? [{ ...look, value: look.value }] : [],
    )
    if (shown.length === 0) return { unjudged: 'it never showed a receipt' }
    const fallen = shown.find((look) => !stands(look, within, seen))
    if (fallen === undefined) return undefined
    const { at, value } = fallen
    const now = seen.nodes
      .map((node) => receiptAt(node, at, value.transactionHash))
      .find((receipt) => receipt !== null)
    return {
      at,
      text: `it showed a receipt of block ${short(value.blockHash)}, but the chain had ${now === undefined ? 'no receipt of that transaction' : `one of block ${short(now.blockHash)}`}`,
    }
  })
}

function isReceipt(value: unknown): value is Receipt {
  const { transactionHash, blockHash } = Object(value) as Partial<Receipt>
  return typeof transactionHash === 'string' && typeof blockHash === 'string'
}

function stands(
  { at, value }: Look & { readonly value: Receipt },
  within: number,
  { nodes, timelines }: Seen,
): boolean {
  const since = Math.max(0, at - within)
  return nodes.some((node, index) => {
    const changes = (timelines[index]?.events ?? [])
      .map((event) => event.at)
      .filter((when) => since < when && when <= at)
    return [at, since, ...changes, ...changes.map((when) => when - 1)].some(
      (when) =>
        receiptAt(node, when, value.transactionHash)?.blockHash ===
        value.blockHash,
    )
  })
}

function receiptAt(node: MockNode, at: number, hash: Hex): Receipt | null {
  return node.view(at).request({
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
}

/** ms after which an event of the chain is to be known. */
const patience = 15_000

/**
 * The application sees every log: what the watch sees names the transaction of
 * each log in a sealed block, `within` ms after it. A list of logs does, and so
 * do their hashes in a text. Once the user has switched to another account, logs
 * that name the one before are not judged: an application may list those of the
 * selected account.
 *
 * @example
 * watch('transfers', () => logs, [everyLogIsSeen({ address: usdc })])
 *
 * @param address - Of the contract whose logs count.
 * @param within - ms; default 15_000
 */
export function everyLogIsSeen(options: {
  readonly address: Address
  readonly within?: number | undefined
}): Invariant {
  const { address: of, within = patience } = readGiven(
    'everyLogIsSeen',
    options,
    { address: anAddress, within: window },
  )
  return named('everyLogIsSeen', (seen) => {
    const { looks, nodes, timelines, mishaps, now } = seen
    const [first] = looks
    const last = textOf(looks.at(-1)?.value).toLowerCase()
    const logs = nodes.flatMap((node, index) => {
      const timeline = timelines[index]
      const sealedAt = new Map(
        (timeline?.blocks ?? []).map(({ number, at }) => [number, at]),
      )
      const froms = new Map(
        timeline?.transactions.map(({ hash, from }) => [hash, from]),
      )
      return logsOf(node, now, of).map(
        ({ blockNumber, transactionHash, topics }) => ({
          hash: transactionHash,
          names: `${topics.join()} ${froms.get(transactionHash)}`.toLowerCase(),
          at: sealedAt.get(BigInt(blockNumber)) ?? 0,
        }),
      )
    })
    const came = logs.filter(({ at }) => at > (first?.at ?? 0))
    if (came.length === 0) return { unjudged: 'no log came' }
    if (mishaps.some(({ mishap: { user } }) => awayFrom.test(`${user?.type}`)))
      return { unjudged: 'the user went elsewhere' }
    const selected = selectedIn(seen)
    const { address: current, since } = selected.at(-1) as Owner
    const others = selected.flatMap(({ address }) =>
      address === undefined || address === current ? [] : [bare(address)],
    )
    const due = came.filter(
      ({ names }) => !others.some((other) => names.includes(other)),
    )
    if (due.length === 0)
      return { unjudged: 'the logs name an account that is not selected' }
    const missed = due.find(({ hash }) => !last.includes(hash))
    if (missed === undefined) return undefined
    const deadline = Math.max(missed.at, since) + within
    return now < deadline
      ? { undecidedUntil: deadline }
      : {
          at: now,
          text: `the log of ${short(missed.hash)}, sealed at ${missed.at} ms, never came`,
        }
  })
}

/** What a list of logs need not outlast. */
const awayFrom = /^(switchChain|disconnect)$/

/** An address within a topic. */
function bare(address: Address): string {
  return address.slice(2).toLowerCase()
}

type Log = {
  readonly blockNumber: Hex
  readonly transactionHash: Hex
  readonly topics: readonly Hex[]
}

function logsOf(node: MockNode, at: number, address: Address): readonly Log[] {
  const filter = { address, fromBlock: '0x0', toBlock: 'latest' } as const
  return node
    .view(at)
    .request({ method: 'eth_getLogs', params: [filter] }) as readonly Log[]
}
