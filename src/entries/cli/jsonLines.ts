import { hashOfEvent, type Lines } from './lines.js'

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
