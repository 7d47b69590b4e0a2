import { createMockNode } from 'preseal'
import { custom } from 'viem'
import { describe, expect, test } from 'vitest'

const json = 'application/json'
const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'

type Given = NonNullable<RequestInit['headers']>

/** Its status, or the name of the error with which it rejects. */
async function post(headers: Given, url = 'http://node.test') {
  const node = createMockNode()
  const asked = node.fetch(url, { method: 'POST', headers, body })
  return asked.then(
    ({ status }) => status,
    ({ name }: Error) => name,
  )
}

describe('a header was read otherwise than fetch reads it', () => {
  const symbol = Symbol('x') as unknown as string
  class Own {
    'content-type' = json;
    *[Symbol.iterator]() {
      yield ['content-type', 'text/plain']
    }
  }
  const forms: [string, Given, number | string][] = [
    ['in small letters', { 'content-type': json }, 200],
    ['in large ones', { 'CONTENT-TYPE': json }, 200],
    ['as clients write it', { 'Content-Type': json }, 200],
    ['with a charset', { 'Content-Type': `${json}; charset=utf-8` }, 200],
    ['beside another', { 'Content-Type': json, accept: '*/*' }, 200],
    ['in Headers', new Headers({ 'content-type': json }), 200],
    ['in pairs', [['Content-Type', json]], 200],
    ['of another type', { 'content-type': 'text/plain' }, 415],
    ['of another name', { accept: json }, 415],
    ['without any', {}, 415],
    ['twice', { 'content-type': json, 'Content-Type': 'a/b' }, 415],
    ['beside a wrong name', { 'content-type': json, 'a b': '' }, 'TypeError'],
    ['beside a symbol', { 'content-type': json, [symbol]: '' }, 'TypeError'],
    ['of an iterable', new Own() as unknown as Given, 415],
  ]
  test.each(forms)('%s', async (_, given, expected) => {
    expect(await post(given)).toBe(expected)
  })
})

test('an address was taken for the one before', async () => {
  const node = createMockNode({ endpoints: ['other'] })
  const ask = (url: string) =>
    node.fetch(url, { method: 'POST', headers: { 'content-type': json }, body })
  for (let turn = 0; turn < 2; turn++) {
    expect((await ask('http://node.test')).status).toBe(200)
    expect((await ask('http://node.test/nowhere')).status).toBe(404)
    expect((await ask('http://node.test/other')).status).toBe(200)
    await expect(ask('http://a:b@node.test')).rejects.toThrow(TypeError)
    await expect(ask('nowhere')).rejects.toThrow(TypeError)
  }
  expect(node.answeredRequests.map(({ endpoint }) => endpoint)).toEqual([
    undefined,
    'other',
    undefined,
    'other',
  ])
})

test('custom(node.fetch) failed without a word of ours', () => {
  const { fetch } = createMockNode()
  expect(() => custom(fetch as never)({})).toThrow(
    'A node has no "request". Pass node.provider to a client, such as with custom(',
  )
})
