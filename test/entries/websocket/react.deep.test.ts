// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { advanceAsync, nextBeatAsync, testNode } from 'preseal/vitest'
import { createElement } from 'react'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createConfig, useBlockNumber, WagmiProvider, webSocket } from 'wagmi'

afterEach(cleanup)

// React's own switch, which testing-library sets as it is loaded.
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

const Head = () => {
  const { data } = useBlockNumber({ watch: true })
  return createElement('p', null, data === undefined ? '…' : `block ${data}`)
}

function App({ config, client }: { config: never; client: QueryClient }) {
  return createElement(
    WagmiProvider,
    { config, reconnectOnMount: false },
    createElement(QueryClientProvider, { client }, createElement(Head)),
  )
}

function show() {
  const node = testNode()
  const config = createConfig({
    chains: [node.chain],
    transports: { [node.chain.id]: webSocket(node.wsUrl) },
  })
  const client = new QueryClient()
  const view = render(createElement(App, { config: config as never, client }))
  return { node, view }
}

const shown = () => screen.getByText(/…|block/).textContent

describe('React on wagmi, over a WebSocket', () => {
  test('default: an outage, a reconnect and a missed block', async () => {
    const { node, view } = show()
    await nextBeatAsync()
    expect(shown()).toBe('block 0')
    await advanceAsync(2_000)
    expect(shown()).toBe('block 1')
    node.fault({ type: 'network', until: node.now + 1_000 })
    node.nextBlock()
    await nextBeatAsync()
    expect(shown()).toBe('block 1')
    await advanceAsync(4_000)
    expect(shown()).toBe('block 4')
    expect(node).toHaveSubscription('newHeads', { times: 1 })
    view.unmount()
  })

  test('behavior: what is unmounted leaves no subscription, and one that stays is told', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { node, view } = show()
    await nextBeatAsync()
    expect(node).toHaveSubscription('newHeads')
    view.unmount()
    expect(node).not.toHaveSubscription()
    expect(warn).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
