import { describe, expect, test } from 'vitest'
import { answer, answered, chainId, failure, json, open, post } from './post.js'

const tooLong = failure(-32014, 'too many RPC calls in batch request')
const tooLarge = failure(-32021, 'request body too large')

describe('batch', () => {
  test('default: 1,000 calls', async () => {
    const node = open()
    const calls = (count: number) => Array(count).fill(chainId)
    const [status, body] = await answer(post(node, calls(1_000)))
    expect(status).toBe(200)
    expect(body).toEqual(calls(1_000).map(() => answered))
    expect(await answer(post(node, calls(1_001)))).toEqual([413, tooLong])
    expect(node.answeredRequests.length).toBe(1_000)
  })

  test('options: another limit', async () => {
    const node = open({ endpoint: { batch: 2 } })
    expect((await post(node, [chainId, chainId])).status).toBe(200)
    expect(await answer(post(node, [1, 2, 3]))).toEqual([413, tooLong])
  })
})

describe('body', () => {
  const text = JSON.stringify(chainId)
  const padded = (bytes: number) => text.padEnd(bytes)

  /** The same body in every form in which it can be sent. */
  const forms: [string, (text: string) => RequestInit][] = [
    ['text', (body) => ({ body })],
    ['bytes', (text) => ({ body: new TextEncoder().encode(text) })],
    ['a blob', (text) => ({ body: new Blob([text]) })],
    [
      'a stream',
      (text) =>
        ({ body: new Blob([text]).stream(), duplex: 'half' }) as RequestInit,
    ],
  ]

  test.each(forms)('default: 5 MiB, as %s', async (_, init) => {
    const limit = 5 * 2 ** 20
    expect(await answer(post(open(), '', init(padded(limit))))).toEqual([
      200,
      answered,
    ])
    expect(await answer(post(open(), '', init(padded(limit + 1))))).toEqual([
      413,
      tooLarge,
    ])
  })

  test.each(forms)(
    'options: another limit, in bytes, as %s',
    async (_, init) => {
      // Two, three and four bytes.
      const id = 'ä€😀'.repeat(10)
      const text = JSON.stringify({ ...chainId, id })
      const bytes = new TextEncoder().encode(text).length
      const ask = (body: number) =>
        answer(post(open({ endpoint: { body } }), '', init(text)))
      expect(await ask(bytes)).toEqual([200, { ...answered, id }])
      expect(await ask(bytes - 1)).toEqual([413, tooLarge])
      expect(await ask(1)).toEqual([413, tooLarge])
    },
  )

  test('behavior: it is read no further than the limit', async () => {
    let pulled = 0
    let isCancelled = false
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(1_000).fill(0x20))
        },
        cancel() {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const init = { body, duplex: 'half' } as RequestInit
    const node = open({ endpoint: { body: 10_000 } })
    expect(await answer(post(node, '', init))).toEqual([413, tooLarge])
    expect([pulled, isCancelled]).toEqual([11, true])
  })

  test('behavior: what the header says is too large is not read', async () => {
    const node = open({ endpoint: { body: 100 } })
    let pulled = 0
    const body = new ReadableStream(
      {
        pull() {
          pulled++
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { ...json, 'content-length': '101' }
    const init = { body, headers, duplex: 'half' } as RequestInit
    expect(await answer(post(node, '', init))).toEqual([413, tooLarge])
    expect(pulled).toBe(0)
    expect(
      await answer(
        post(node, chainId, { headers: { ...json, 'content-length': '100' } }),
      ),
    ).toEqual([200, answered])
  })
})
