import { getEventListeners } from 'node:events'
import type { Fault } from 'preseal'
import { describe, expect, test, vi } from 'vitest'
import {
  answer,
  answered,
  call,
  chainId,
  json,
  open,
  post,
  url,
} from './post.js'

const reason = new Error('no longer needed')

/** Lets every promise that is due settle. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('abort', () => {
  const waiting: [string, Fault][] = [
    ['hangs', { type: 'hold' }],
    ['is delayed', { type: 'delay', ms: 1_000 }],
  ]

  test.each(waiting)(
    'default: a request that %s ends at once',
    async (_, fault) => {
      const node = open({ faults: [{ ...fault, times: 2 }] })
      const abort = new AbortController()
      const { signal } = abort
      const one = post(node, chainId, { signal }).catch((error) => error)
      const request = new Request(url, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(chainId),
        signal,
      })
      const other = node.fetch(request).catch((error) => error)
      // A Request is read first.
      while (node.waitingRequests.length < 2)
        await new Promise((resolve) => setTimeout(resolve))
      node.advance(100)
      expect(node.answeredRequests).toEqual([])
      abort.abort(reason)
      expect(await one).toBe(reason)
      expect(await other).toBe(reason)
      const ended = {
        via: 'endpoint',
        method: 'eth_chainId',
        params: [],
        at: 0,
        settledAt: 100,
        position: 1,
        outcome: { type: 'network' },
        saw: null,
        faults: [],
      }
      expect(node.answeredRequests).toEqual([ended, ended])
      node.advance(10_000)
      await settle()
      expect(node.answeredRequests.length).toBe(2)
      expect(await answer(post(node, chainId))).toEqual([200, answered])
    },
  )

  test('behavior: with the reason of the signal', async () => {
    const node = open({ faults: [{ type: 'hold' }] })
    const reasons = [new DOMException('late', 'TimeoutError'), 'text', null]
    for (const given of reasons) {
      const abort = new AbortController()
      const response = post(node, chainId, { signal: abort.signal })
      abort.abort(given)
      expect(await response.catch((error) => [error])).toEqual([given])
    }
    const abort = new AbortController()
    const response = post(node, chainId, { signal: abort.signal })
    abort.abort()
    await expect(response).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('behavior: aborted already, nothing is asked', async () => {
    const node = open()
    const signal = AbortSignal.abort(reason)
    const request = new Request(url, { method: 'POST', signal })
    const calls = [
      post(node, chainId, { signal }),
      post(node, [chainId], { signal }),
      node.fetch(url, { signal }),
      node.fetch(request),
      node.fetch(request, {}),
    ]
    for (const call of calls) await expect.soft(call).rejects.toBe(reason)
    expect(node.answeredRequests).toEqual([])
  })

  test('behavior: init overrules the signal of a Request', async () => {
    const node = open()
    const request = () =>
      new Request(url, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(chainId),
        signal: AbortSignal.abort(reason),
      })
    expect(await answer(node.fetch(request(), { signal: null }))).toEqual([
      200,
      answered,
    ])
    const { signal } = new AbortController()
    expect(await answer(node.fetch(request(), { signal }))).toEqual([
      200,
      answered,
    ])
  })

  test('behavior: a batch ends as one', async () => {
    const node = open({
      faults: [
        { type: 'hold', methods: ['eth_chainId'] },
        { type: 'delay', ms: 5, methods: ['net_version'] },
      ],
    })
    const abort = new AbortController()
    const calls = [chainId, call('eth_blockNumber'), call('net_version')]
    const response = post(node, calls, { signal: abort.signal })
    await settle()
    abort.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(
      node.answeredRequests.map(({ method, outcome }) => [
        method,
        outcome.type,
      ]),
    ).toEqual([
      ['eth_blockNumber', 'result'],
      ['eth_chainId', 'network'],
      ['net_version', 'network'],
    ])
  })

  test('behavior: others wait on', async () => {
    const node = open()
    const lift = node.fault({ type: 'hold' })
    const abort = new AbortController()
    const mine = post(node, chainId, { signal: abort.signal })
    const other = post(node, chainId, { signal: new AbortController().signal })
    const third = post(node, chainId)
    await settle()
    abort.abort(reason)
    await expect(mine).rejects.toBe(reason)
    expect(node.answeredRequests.length).toBe(1)
    lift()
    expect(await answer(other)).toEqual([200, answered])
    expect(await answer(third)).toEqual([200, answered])
  })

  test('behavior: a handler is waited for no longer', async () => {
    const node = open()
    const abort = new AbortController()
    node.handle('test_never', () => new Promise(() => {}))
    const response = post(node, call('test_never'), { signal: abort.signal })
    await settle()
    abort.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(node.answeredRequests).toMatchObject([
      { outcome: { type: 'network' } },
    ])
  })

  test('behavior: a handler may abort its own request', async () => {
    const node = open()
    for (const result of [1, new Promise(() => {})]) {
      const abort = new AbortController()
      node.handle('test_abort', () => {
        abort.abort(reason)
        return result
      })
      const response = post(node, call('test_abort'), { signal: abort.signal })
      await expect(response).rejects.toBe(reason)
    }
  })

  test('behavior: no listener stays', async () => {
    const { signal } = new AbortController()
    const count = () => getEventListeners(signal, 'abort').length
    const node = open()
    const lift = node.fault({ type: 'hold', methods: ['eth_chainId'] })
    const responses = [
      post(node, chainId, { signal }),
      post(node, [chainId, chainId], { signal }),
      post(node, call('eth_blockNumber'), { signal }),
      post(node, '{', { signal }),
      node.fetch(url, { signal }),
    ]
    await settle()
    expect(count()).toBeGreaterThan(0)
    lift()
    await Promise.all(responses)
    expect(count()).toBe(0)
    const bytes = new TextEncoder().encode(JSON.stringify(chainId))
    await post(node, '', { body: bytes, signal })
    expect(count()).toBe(0)
  })

  test('behavior: a timer of the node is cleared', async () => {
    vi.useFakeTimers()
    const node = open({
      clock: 'ambient',
      faults: [{ type: 'delay', ms: 60_000 }],
    })
    const abort = new AbortController()
    const response = post(node, chainId, { signal: abort.signal })
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    abort.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('behavior: a body that does not end is read no longer', async () => {
    const node = open()
    const abort = new AbortController()
    let isCancelled = false
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array([0x5b])),
      cancel() {
        isCancelled = true
        return new Promise(() => {})
      },
    })
    const init = { body, duplex: 'half', signal: abort.signal } as RequestInit
    const response = post(node, '', init)
    await new Promise((resolve) => setTimeout(resolve))
    abort.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(isCancelled).toBe(true)
    expect(node.answeredRequests).toEqual([])
  })

  test('behavior: many that wait for one signal give no warning', async () => {
    const warnings: unknown[] = []
    const listener = (warning: unknown) => warnings.push(warning)
    process.on('warning', listener)
    const node = open({ faults: [{ type: 'hold' }] })
    const abort = new AbortController()
    const calls = Array(1_000).fill(chainId)
    const response = post(node, calls, { signal: abort.signal })
    await settle()
    abort.abort(reason)
    await expect(response).rejects.toBe(reason)
    await new Promise((resolve) => setTimeout(resolve))
    process.off('warning', listener)
    expect(warnings).toEqual([])
    expect(node.answeredRequests.length).toBe(1_000)
  })
})
