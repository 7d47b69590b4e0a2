import { setTimeout } from 'node:timers/promises'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alice, bob } from '../node/actors.js'

const key = Symbol.for('preseal.standstillWarned')

test.each<[string, number, MockNodeOptions, (node: MockNode) => unknown]>([
  ['a client waits', 1, {}, ask],
  ['somebody named the clock', 0, { clock: 'virtual' }, ask],
  ['the clock is that of real time', 0, { clock: 'ambient' }, ask],
  [
    'it is asked over HTTP, as a served node is',
    0,
    {},
    (node) =>
      node.fetch('http://node.test', {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
      }),
  ],
])('%s: %i warnings', async (_, warnings, options, act) => {
  Reflect.deleteProperty(globalThis, key)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => {
    warn.mockRestore()
    Reflect.deleteProperty(globalThis, key)
  })
  const accounts = { [alice]: { balance: 5n } }
  const node = createMockNode({ accounts, ...options })
  node.preconfirm({ from: alice, to: bob, value: 1n })
  await setTimeout(1_100)
  await act(node)
  await act(node)
  expect(warn).toHaveBeenCalledTimes(warnings)
})

function ask(node: MockNode) {
  return node.provider.request({
    method: 'eth_getBalance',
    params: [bob, 'pending'],
  })
}
