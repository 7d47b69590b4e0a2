// A page as dapps have it: one query, one poll by hand, one button.
const {
  QueryClient,
  QueryClientProvider,
  useQuery,
} = require('@tanstack/react-query')
const { noFlicker, wasTrue } = require('preseal/explore')
const { createElement, useEffect, useState } = require('react')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

const ask = (provider) =>
  provider
    .request({ method: 'eth_getBalance', params: [bob, 'pending'] })
    .then((wei) => `${BigInt(wei)}`)

function Queried({ provider }) {
  const { data = 'no' } = useQuery({
    queryKey: ['balance'],
    queryFn: () => ask(provider),
    refetchInterval: 200,
    retry: false,
  })
  return createElement('p', null, `${data} wei`)
}

function Polled({ provider }) {
  const [wei, setWei] = useState('nothing')
  useEffect(() => {
    const timer = setInterval(() => ask(provider).then(setWei), 100)
    return () => clearInterval(timer)
  }, [provider])
  return createElement('i', null, `polled ${wei}`)
}

function Payer({ pay }) {
  const [isPaid, setPaid] = useState(false)
  const onClick = () => {
    pay()
    setPaid(true)
  }
  return createElement('button', { onClick }, isPaid ? 'paid' : 'pay')
}

function App(props) {
  const [client] = useState(() => new QueryClient())
  const parts = [Queried, Polled, Payer].map((part) =>
    createElement(part, { key: part.name, ...props }),
  )
  return createElement(QueryClientProvider, { client }, parts)
}

/** The same tests for every runner. */
function testKit({ test, expect, kit, library, userEvent }) {
  const { advanceAsync, nextBeatAsync, nextBlockAsync, testNode } = kit
  const { act, render, screen, waitFor } = library
  const warnings = []
  for (const name of ['error', 'warn'])
    console[name] = (...said) => warnings.push(said.map(String).join(' '))

  const start = (options) => {
    const node = testNode({
      accounts: { [alice]: { balance: 1_000n } },
      ...options,
    })
    const pay = () =>
      node.preconfirm({ from: alice, to: bob, value: 1n, label: 'pay' })
    render(createElement(App, { provider: node.provider, pay }))
    return { node, pay }
  }

  test('nextBeatAsync shows what the beat brought', async () => {
    const { node, pay } = start()
    pay()
    await nextBeatAsync()
    expect(screen.getByText('1 wei')).toBeTruthy()
    expect(screen.getByText('polled 1')).toBeTruthy()
    expect(node.now).toBe(200)
    await nextBeatAsync({ act })
    expect(node.now).toBe(400)
  })

  test('user-event and findBy do not hang', async () => {
    const { node } = start()
    await userEvent.setup().click(screen.getByRole('button', { name: 'pay' }))
    expect(screen.getByText('paid')).toBeTruthy()
    expect(node.now).toBe(0)
    expect(await screen.findByText('1 wei')).toBeTruthy()
    expect(node).toBePreconfirmed('pay')
    await waitFor(() => expect(node).toBeSealed('pay'), {
      timeout: 3_000,
    })
    expect(node).toHaveNoUnexpectedRequests()
  })

  test('a drop and a reorg', async () => {
    const steps = [
      {
        at: 50,
        type: 'preconfirm',
        label: 'a',
        from: alice,
        to: bob,
        value: 1n,
      },
      {
        at: 50,
        type: 'preconfirm',
        label: 'b',
        from: alice,
        to: bob,
        value: 2n,
      },
      { at: 300, type: 'drop', transaction: 'b' },
      { at: 2_300, type: 'reorg', depth: 1, omit: ['a'] },
    ]
    const { node } = start({ steps })
    await nextBeatAsync()
    expect(screen.getByText('3 wei')).toBeTruthy()
    await nextBeatAsync()
    expect(screen.getByText('1 wei')).toBeTruthy()
    expect(node).toBeDropped('b', { reason: 'requested' })
    await nextBlockAsync()
    expect(node.now).toBe(2_000)
    expect(node).toBeSealed('a')
    await advanceAsync(400)
    expect(screen.getByText('0 wei')).toBeTruthy()
    expect(node).toBeDropped('a')
  })

  test('what hangs is named', async () => {
    const { node } = start()
    node.fault({ type: 'hold' })
    await expect(nextBeatAsync()).rejects.toThrow(
      'no answer to eth_getBalance(',
    )
  })

  test('timers of 0 ms end, or are named', async () => {
    const { node } = start()
    let ticks = 0
    const timer = setInterval(() => ticks++, 0)
    await nextBeatAsync()
    clearInterval(timer)
    expect([node.now, ticks]).toEqual([200, 200])
    let isOn = true
    const again = () => isOn && setTimeout(again, 0)
    again()
    await expect(nextBeatAsync()).rejects.toThrow(
      /: 0 ms, in \S*kitApp\.cjs:\d+\./,
    )
    isOn = false
    // Under jest many timers take seconds on a busy machine.
  }, 60_000)

  kit.explore(
    'an explored balance',
    ({ node, watch }) => {
      node.setBalance({ address: bob, value: 7n })
      let shown = 'nothing'
      let asked = 0
      let answered = 0
      setInterval(async () => {
        const turn = ++asked
        const wei = await ask(node.provider).catch(() => 'nothing')
        if (turn < answered) return
        answered = turn
        shown = wei
      }, 300)
      watch('balance', () => shown, [wasTrue({ address: bob }), noFlicker()])
    },
    { duration: 4_000, runs: 20 },
  )

  test('nothing was warned of', () => {
    expect(warnings).toEqual([])
  })
}

module.exports = { testKit }
