// An application on wagmi that listens over a WebSocket, for every runner.
const { createElement } = require('react')

function Head({ useBlockNumber }) {
  const { data } = useBlockNumber({ watch: true })
  return createElement('p', null, `block ${data}`)
}

function testSockets({ test, expect, kit, library, wagmi, query }) {
  const { advanceAsync, nextBeatAsync, testNode } = kit
  const { render, screen } = library
  const { createConfig, useBlockNumber, WagmiProvider, webSocket } = wagmi
  const { QueryClient, QueryClientProvider } = query

  function show() {
    const node = testNode()
    const transports = { [node.chain.id]: webSocket(node.wsUrl) }
    const config = createConfig({ chains: [node.chain], transports })
    const client = new QueryClient()
    const page = createElement(
      QueryClientProvider,
      { client },
      createElement(Head, { useBlockNumber }),
    )
    const options = { config, reconnectOnMount: false }
    const view = render(createElement(WagmiProvider, options, page))
    return { node, view }
  }

  test('an outage, a reconnect and a missed block', async () => {
    const { node, view } = show()
    await nextBeatAsync()
    expect(screen.getByText('block 0')).toBeTruthy()
    await advanceAsync(2_000)
    expect(screen.getByText('block 1')).toBeTruthy()
    node.fault({ type: 'network', until: node.now + 1_000 })
    node.nextBlock()
    await nextBeatAsync()
    expect(screen.getByText('block 1')).toBeTruthy()
    await advanceAsync(4_000)
    expect(screen.getByText('block 4')).toBeTruthy()
    expect(node).toHaveSubscription('newHeads', { times: 1 })
    view.unmount()
  })

  return { show }
}

module.exports = { testSockets }
