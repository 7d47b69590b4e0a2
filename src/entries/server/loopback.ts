import type { IncomingMessage } from 'node:http'

const hosts = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const authorities = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether only programs on this machine reach it. */
export function isLoopback(hostname: string): boolean {
  return hosts.test(hostname)
}

/**
 * Whether a program on this machine asks, and not a web page: browsers say the
 * Origin of whatever a page posts, and a name that a page's owner has rebound
 * to this machine stands in Host.
 */
export function isFromHere({ headersDistinct }: IncomingMessage): boolean {
  const { host = [], origin } = headersDistinct
  return (
    origin === undefined && host.length === 1 && authorities.test(`${host[0]}`)
  )
}
