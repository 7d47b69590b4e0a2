import type { MockNode } from 'preseal'
import type { Invariant, Seen } from 'preseal/explore'

/** It shows 'failed' only if nothing that it sent was included as a success. */
export const failedOnlyIfItFailed: Invariant = ({
  looks,
  sent,
  nodes,
  now,
}) => {
  if (sent.length === 0) return { unjudged: 'nothing was sent' }
  const failed = looks.find(({ value }) => value === 'failed')
  if (failed === undefined) return undefined
  for (const { hash } of sent)
    for (const node of nodes) {
      const receipt = receiptAt(node, now, hash)
      if (receipt?.status === '0x1')
        return {
          at: failed.at,
          text: `it showed "failed", but the transaction succeeded in block ${BigInt(receipt.blockNumber)}`,
        }
    }
  return now < failed.at + 10_000
    ? { undecidedUntil: failed.at + 10_000 }
    : undefined
}

type Receipt = {
  readonly status: string
  readonly blockHash: string
  readonly blockNumber: string
}

function receiptAt(node: MockNode, at: number, hash: string): Receipt | null {
  const request = { method: 'eth_getTransactionReceipt', params: [hash] }
  return node.view(at).request(request as never) as Receipt | null
}

/** The watch shows block numbers, each once and none left out. */
export const everyBlockIsSeen: Invariant = ({ looks }) => {
  const last = looks.at(-1)
  const seen = `${last?.value}`.split(',').map(Number)
  const gap = seen.findIndex((number, index) => {
    const before = seen[index - 1]
    return before !== undefined && number !== before + 1
  })
  return gap < 0
    ? undefined
    : {
        at: last?.at ?? 0,
        text: `after block ${seen[gap - 1]} came ${seen[gap]}`,
      }
}

/** What an endpoint accepted is included in the end, unless a mishap kept it. */
export const everyAcceptedIsIncluded: Invariant = (seen) => {
  const { sent, nodes, now, mishaps, looks } = seen
  if (sent.length === 0) return { unjudged: 'nothing was sent' }
  const kinds = ['never', 'dropped', 'omitted', 'replaced', 'reorged']
  if (mishaps.some(({ mishap: { kind } }) => kinds.includes(kind)))
    return undefined
  const newest = Math.max(...sent.map(({ at }) => at))
  const isAsked = looks.at(-1)?.value !== 'waiting'
  if (now < newest + 15_000 && !isAsked)
    return { undecidedUntil: newest + 15_000 }
  const stuck = sent.find(({ hash }) =>
    nodes.every((node) => receiptAt(node, now, hash) === null),
  )
  return (
    stuck && {
      at: now,
      text: `${stuck.hash} was accepted at ${stuck.at} ms, and is not included`,
    }
  )
}

/** The watch shows hashes, none of them twice. */
export const noLogTwice: Invariant = ({ looks, mishaps }) => {
  if (mishaps.some(({ mishap: { kind } }) => kind === 'reorged'))
    return undefined
  const last = looks.at(-1)
  const got = `${last?.value}`.split(',')
  const twice = got.find((hash, index) => got.indexOf(hash) < index)
  return twice === undefined || twice === ''
    ? undefined
    : { at: last?.at ?? 0, text: `the log of ${twice.slice(0, 10)} came twice` }
}

/** The watch shows what the two newest reads came to. */
export const everyReadIsAnswered: Invariant = ({ looks }) => {
  const failed = looks.find(
    ({ value }) => value !== 'nothing' && value !== 'bigint, bigint',
  )
  return failed && { at: failed.at, text: `reads came to "${failed.value}"` }
}

/** Whether the chain had a receipt of the transaction at that time. */
export function isIncluded({ nodes }: Seen, hash: string, at: number): boolean {
  return nodes.some((node) => receiptAt(node, at, hash) !== null)
}
