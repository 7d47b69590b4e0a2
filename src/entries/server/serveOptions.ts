import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { fitting, optional, readOptions } from '../../base/validation/fields.js'
import { invalidParameters } from '../../base/validation/problem.js'
import { boolean, integer } from '../../base/validation/values.js'
import type { ServableWallet } from './createPageDoor.js'
import { isLoopback } from './loopback.js'

export type ServeOptions = {
  /** Default 0 picks a free port. */
  port?: number | undefined
  /** A host name or address of this machine; default `'127.0.0.1'` */
  hostname?: string | undefined
  /** Whether to answer the methods of `node.control`; default false */
  control?: boolean | undefined
  /**
   * ms of silence, in real time, after which a WebSocket is pinged; after as
   * many more it is closed. Default never
   */
  ping?: number | undefined
  /**
   * A path at which the node listens as well, as geth and anvil do with `--ipc`:
   * a socket for programs of this machine
   */
  ipc?: string | undefined
  /** A wallet for pages with its script: the result of `createWallet`. */
  wallet?: ServableWallet | undefined
}

const hostname = fitting<string>(
  (given) => typeof given === 'string' && given !== '',
  'a name or an address, such as "127.0.0.1"',
)

const path = fitting<string>(
  (given) => typeof given === 'string' && given !== '',
  'the path of a file that is not there, such as "/tmp/preseal.ipc"',
)

const fields = {
  port: optional(integer(0, 65_535, 'a whole number from 0 to 65535'), 0),
  hostname: optional(hostname, '127.0.0.1'),
  control: optional(boolean, false),
  ping: optional(
    integer(1, 2 ** 31 - 1, 'a whole number of ms from 1 to 2^31 - 1'),
    undefined,
  ),
  ipc: optional(path, undefined),
  wallet: optional(
    fitting<ServableWallet>(
      isWallet,
      'what createWallet returned, or { provider } with an EIP-1193 provider',
    ),
    undefined,
  ),
}

function isWallet(given: unknown): boolean {
  const { provider } = Object(given) as { provider?: unknown }
  const { request, on } = Object(provider) as {
    request?: unknown
    on?: unknown
  }
  return typeof request === 'function' && typeof on === 'function'
}

function refuseNode(node: { readonly fetch?: unknown } | undefined) {
  if (typeof node?.fetch === 'function') return []
  const expected = 'what createMockNode returned'
  return [{ path: ['node'], given: display(node), expected }]
}

/** The options of `serve` for a node, every default in place. */
export function parseServeOptions(
  node: { readonly fetch?: unknown } | undefined,
  given: unknown,
) {
  const options = readOptions('serve', given, fields, refuseNode(node))
  const { control, hostname } = options
  if (control && !isLoopback(hostname)) throw controlExposedError(hostname)
  return options
}

/** An origin as browsers say it. */
export function parseOrigin(given: unknown): string {
  if (
    typeof given === 'string' &&
    URL.canParse(given) &&
    /^https?:/.test(given) &&
    new URL(given).pathname === '/'
  )
    return new URL(given).origin
  throw invalidParameters('serve', [
    {
      path: 'origin',
      given: display(given),
      expected: 'the origin of a page, such as "http://localhost:5173"',
    },
  ])
}

function controlExposedError(
  hostname: string,
): PresealError<'InvalidParametersError'> {
  return new PresealError(
    'InvalidParametersError',
    `serve: with "control", anyone who can reach ${display(hostname)} can drive the node. Serve on 127.0.0.1, localhost or ::1, or without "control".`,
    {
      problems: [
        {
          path: 'hostname',
          given: display(hostname),
          expected: '127.0.0.1, localhost or ::1 with "control"',
        },
      ],
    },
  )
}
