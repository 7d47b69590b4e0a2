import { display } from '../../base/hex/display.js'
import { parseHash, parseQuantity } from '../../base/hex/parse.js'
import type { TransportRequest } from '../endpoint/index.js'
import { unexpectedAnswer } from '../endpoint/index.js'

/** Fields of a block that decide where it belongs. */
export type Head = {
  /** Null if a pending block says none. */
  readonly number: bigint | null
  readonly hash: string | null
  readonly parentHash: string
}

export function readHead(block: unknown, request: TransportRequest): Head {
  const { number, hash, parentHash } = Object(block) as {
    [name: string]: unknown
  }
  const parsed = {
    number: number === null ? null : parseQuantity(number),
    hash: hash === null ? null : parseHash(hash),
    parentHash: parseHash(parentHash),
  }
  if (
    parsed.number?.ok === false ||
    parsed.hash?.ok === false ||
    !parsed.parentHash.ok
  )
    throw unexpectedAnswer(request, display(block), 'a block')
  return {
    number: parsed.number?.value ?? null,
    hash: parsed.hash?.value ?? null,
    parentHash: parsed.parentHash.value,
  }
}
