import { isUrlAwaited } from '../../base/http/nodeUrls.js'

type Runtime = { getActiveResourcesInfo?(): readonly string[] }

/** Node's names for requests that read files. */
const reading = /^(FSReq|CloseReq|FileHandle)/

/**
 * Whether a client is expected at a node's `wsUrl`, and files are being read:
 * viem imports what it opens sockets with as it opens the first one.
 */
export function isLoading(): boolean {
  if (!isUrlAwaited()) return false
  const { process } = globalThis as { process?: Runtime }
  const active = process?.getActiveResourcesInfo?.() ?? []
  return active.some((name) => reading.test(name))
}
