// The same tests for every runner: of React, of ethers, one that fails and one
// that explores. Whoever runs them reads what is printed.
const { JSDOM } = require('jsdom')

// React looks at its surroundings as it is loaded.
const { window } = new JSDOM('<main></main>')
globalThis.window = window
globalThis.document = window.document
globalThis.navigator ??= window.navigator

const { BrowserProvider } = require('ethers')
const { wasTrue } = require('preseal/explore')
const { createElement, useEffect, useState } = require('react')
const { createRoot } = require('react-dom/client')
const { createPublicClient, custom } = require('viem')

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n } }
const payment = { from: alice, to: bob, value: 1n, label: 'pay' }

const clientOf = (node) =>
  createPublicClient({ chain: node.chain, transport: custom(node.provider) })

const same = (seen, expected) => {
  if (seen !== expected) throw new Error(`expected ${seen} to be ${expected}`)
}

function Balance({ client }) {
  const [wei, setWei] = useState()
  useEffect(() => {
    const read = () =>
      client
        .getBalance({ address: bob, blockTag: 'pending' })
        .then(setWei, () => {})
    const timer = setInterval(read, 200)
    return () => clearInterval(timer)
  }, [client])
  return createElement('p', null, `${wei} wei`)
}

exports.declare = ({ test, kit }) => {
  const { advanceAsync, explore, nextBeatAsync, testNode } = kit

  test('React', async () => {
    const node = testNode({ accounts })
    const main = window.document.querySelector('main')
    const root = createRoot(main)
    root.render(createElement(Balance, { client: clientOf(node) }))
    node.preconfirm(payment)
    await nextBeatAsync()
    await nextBeatAsync()
    same(main.textContent, '1 wei')
    root.unmount()
    console.log('React showed the payment')
  })

  test('ethers', async () => {
    const node = testNode({ accounts })
    const provider = new BrowserProvider(node.provider, node.chain.id, {
      cacheTimeout: -1,
    })
    node.preconfirm(payment)
    await nextBeatAsync()
    const read = provider.getBalance(bob, 'pending')
    await advanceAsync(100)
    same(await read, 1n)
    provider.destroy()
    console.log('ethers read the payment')
  })

  test('fails', async () => {
    const node = testNode({ accounts })
    node.preconfirm(payment)
    const pending = { address: bob, blockTag: 'pending' }
    same(await clientOf(node).getBalance(pending), 1n)
  })

  explore(
    'explores',
    ({ node, watch }) => {
      node.setBalance({ address: bob, value: 7n })
      let shown = 'nothing'
      const read = () => clientOf(node).getBalance({ address: bob })
      // It takes any failure for nothing, and never looks again.
      read().then(
        (wei) => {
          shown = `${wei}`
        },
        () => {
          shown = '0'
        },
      )
      watch('balance', () => shown, [wasTrue({ address: bob })])
    },
    { duration: 4_000, runs: 12 },
  )
}
