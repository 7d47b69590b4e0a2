import type { BeatEvent, DroppedEvent, SealedEvent } from '../../index.js'

/** Printed lines, one or more for each event. */
export type Lines = {
  ready(server: Ready): string
  beat(event: BeatEvent): string
  sealed(event: SealedEvent): string
  dropped(event: DroppedEvent): string
}

type Ready = {
  url: string
  chainId: number
  control: boolean
  hasWallet: boolean
}

/** Null if a hash depends on more blocks than are hashed at once. */
function hashOfEvent(event: BeatEvent | SealedEvent): string | null {
  try {
    return event.hash
  } catch {
    return null
  }
}

/** For programs: an object a line. */
export const jsonLines: Lines = {
  ready: ({ url, chainId, control, hasWallet }) =>
    line({
      type: 'ready',
      url,
      chainId,
      control,
      ...(hasWallet && { wallet: `${url}/wallet.js` }),
    }),
  beat: (event) =>
    line({
      type: 'beat',
      at: event.at,
      blockNumber: Number(event.blockNumber),
      index: event.index,
      transactions: event.transactions,
      gasUsed: Number(event.gasUsed),
      hash: hashOfEvent(event),
    }),
  sealed: (event) =>
    line({
      type: 'sealed',
      blockNumber: Number(event.blockNumber),
      timestamp: Number(event.timestamp),
      transactions: event.transactions,
      gasUsed: Number(event.gasUsed),
      hash: hashOfEvent(event),
    }),
  dropped: ({ hash, blockNumber, index, reason, transaction }) =>
    line({
      type: 'dropped',
      blockNumber: Number(blockNumber),
      index,
      hash,
      reason,
      label: transaction.label ?? null,
    }),
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

type Colour = 'dim' | 'green' | 'yellow'

const codes: { readonly [colour in Colour]: readonly [number, number] } = {
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
}

/** For people: columns that line up, or the address alone. */
export function textLines({
  hasColours,
  quiet,
}: {
  hasColours: boolean
  quiet: boolean
}): Lines {
  function line(text: string, colour?: Colour): string {
    if (!hasColours || colour === undefined) return `${text}\n`
    const [on, off] = codes[colour]
    return `\u001b[${on}m${text}\u001b[${off}m\n`
  }

  return {
    ready({ url, chainId, control, hasWallet }) {
      if (quiet) return line(url)
      const driven = control ? ', driven by control methods' : ''
      return (
        line(`preseal listens on ${url}, chain ${chainId}${driven}`) +
        (hasWallet ? line(`the wallet's script is ${url}/wallet.js`) : '') +
        line(row('', 'block', 'index', 'txs', 'gas', 'hash'), 'dim')
      )
    },
    beat(event) {
      const { blockNumber, index, transactions, gasUsed } = event
      const { length } = transactions
      return line(
        row('', blockNumber, index, length, gasUsed, short(hashOfEvent(event))),
        length === 0 ? 'dim' : undefined,
      )
    },
    sealed(event) {
      const { blockNumber, transactions, gasUsed } = event
      const { length } = transactions
      return line(
        row(
          'sealed',
          blockNumber,
          '',
          length,
          gasUsed,
          short(hashOfEvent(event)),
        ),
        'green',
      )
    },
    dropped({ blockNumber, index, hash, reason, transaction: { label } }) {
      const why = label === undefined ? reason : `${reason}, "${label}"`
      return line(
        `${row('dropped', blockNumber, index, '', '', short(hash))}  ${why}`,
        'yellow',
      )
    },
  }
}

type Cell = string | number | bigint

function row(
  name: string,
  block: Cell,
  index: Cell,
  transactions: Cell,
  gas: Cell,
  hash: string,
): string {
  const cells: [Cell, number][] = [
    [block, 10],
    [index, 7],
    [transactions, 6],
    [gas, 12],
  ]
  const right = cells.map(([cell, width]) => `${cell}`.padStart(width)).join('')
  return `${name.padEnd(8)}${right}  ${hash}`
}

function short(hash: string | null): string {
  return hash === null ? '-' : hash.slice(0, 10)
}
