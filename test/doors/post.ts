import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { onTestFinished } from 'vitest'

export const url = 'http://node.test'

export const json = { 'Content-Type': 'application/json' }

/** A node that is disposed of when the test is over. */
export function open(options?: MockNodeOptions): MockNode {
  const node = createMockNode(options)
  onTestFinished(() => node.dispose())
  return node
}

/** Posts `body`, as it is where it is a text, as a client would. */
export function post(
  node: MockNode,
  body: unknown,
  init: RequestInit = {},
): Promise<Response> {
  return node.fetch(url, {
    method: 'POST',
    headers: json,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
}

/** Status and body of the response; undefined where that is empty. */
export async function answer(
  response: Promise<Response>,
): Promise<[status: number, body: unknown]> {
  const { status, text } = await read(response)
  return [status, text === '' ? undefined : JSON.parse(text)]
}

export async function read(response: Promise<Response>) {
  const given = await response
  const headers: Record<string, string> = {}
  given.headers.forEach((value, name) => {
    headers[name] = value
  })
  return { status: given.status, headers, text: await given.text() }
}

export function call(method: string, params: unknown[] = [], id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

export const chainId = call('eth_chainId')

/** The response to `chainId`. */
export const answered = { jsonrpc: '2.0', id: 1, result: '0x7a69' }

export function failure(code: number, message: unknown, id: unknown = null) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
