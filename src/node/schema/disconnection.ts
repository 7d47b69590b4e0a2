import * as z from 'zod/mini'
import { lazy } from '../../base/memo/memo.js'
import { closeCode, closeReason } from '../../base/validation/closing.js'
import type { Refuse } from '../../base/validation/problem.js'
import { oneOf, positive } from '../../base/validation/values.js'
import { object, rule, type Schema, value } from './schema.js'

/** How sockets end, which a verb and a step say alike. */
export const disconnectionFields = () => ({
  socket: z.optional(value(positive)),
  how: z.optional(value(oneOf('abruptly', 'cleanly', 'silently'))),
  code: z.optional(value(closeCode)),
  reason: z.optional(value(closeReason)),
})

export function checkDisconnection(
  { how, code, reason }: Disconnection,
  refuse: Refuse,
): void {
  const isClean = how === 'cleanly' || (how === undefined && code !== undefined)
  if (code !== undefined && !isClean)
    refuse({
      path: ['code'],
      given: `${code}`,
      expected: `nothing, since a connection that ends "${how}" sends no code`,
    })
  if (reason !== undefined && (code === undefined || !isClean))
    refuse({
      path: ['reason'],
      given: 'a reason without "code"',
      expected: 'both, or no reason: a frame has room for it behind a code',
    })
}

export const disconnection = lazy(
  (): Schema<Disconnection> =>
    object(
      z.strictObject(disconnectionFields()).check(rule(checkDisconnection)),
    ),
)

/** How to end sockets. */
export type Disconnection = {
  /**
   * Number of the socket, counted from 1 in order of connection; default all
   * open sockets
   */
  readonly socket?: number | undefined
  /**
   * `'abruptly'`, the default: the connection fails, and the client sees 1006.
   * `'cleanly'`, the default with a `code`: a closing handshake (RFC 6455).
   * `'silently'`: the socket stays open for its client, but nothing passes any
   * more.
   */
  readonly how?: 'abruptly' | 'cleanly' | 'silently' | undefined
  /**
   * Close code: 1000, a registered one such as 1001, or 3000 to 4999; default
   * none, which the client sees as 1005
   */
  readonly code?: number | undefined
  /** Close reason of at most 123 bytes; default none */
  readonly reason?: string | undefined
}
