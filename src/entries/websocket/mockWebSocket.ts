// Spelled out, since the platform's own is declared by some runtimes alone.

/** A socket with the members of the WHATWG's WebSocket. */
export type MockWebSocket = {
  readonly url: string
  readonly protocol: string
  readonly extensions: string
  readonly readyState: 0 | 1 | 2 | 3
  readonly bufferedAmount: number
  binaryType: 'blob' | 'arraybuffer'
  // biome-ignore-start lint/suspicious/noExplicitAny: as loose as any platform
  onopen: ((event: any) => any) | null
  onmessage: ((event: any) => any) | null
  onerror: ((event: any) => any) | null
  onclose: ((event: any) => any) | null
  addEventListener(type: string, listener: any, options?: any): void
  removeEventListener(type: string, listener: any, options?: any): void
  dispatchEvent(event: any): boolean
  send(data: any): void
  // biome-ignore-end lint/suspicious/noExplicitAny: as loose as any platform
  /**
   * @throws a DOMException: `InvalidAccessError` for a code that is neither 1000
   * nor from 3000 to 4999, `SyntaxError` for a reason of more than 123 bytes.
   */
  close(code?: number, reason?: string): void
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
}

/** The type of `globalThis.WebSocket` on a platform that has it. */
export type MockWebSocketClass = {
  /** @throws a DOMException, `SyntaxError`, for an invalid URL. */
  new (url: string | URL, protocols?: string | string[]): MockWebSocket
  readonly prototype: MockWebSocket
  readonly CONNECTING: 0
  readonly OPEN: 1
  readonly CLOSING: 2
  readonly CLOSED: 3
}
