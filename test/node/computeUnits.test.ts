import { createMockNode, type DroppedEvent } from 'preseal'
import { evm } from 'preseal/evm'
import { expect, test } from 'vitest'
import { assemble } from '../entries/evm/assemble.js'
import { alice, bob, ether } from './actors.js'
import { ask } from './reads.js'

const recovery = `0x${'1'.padStart(40, '0')}` as const

const callsRecovery = assemble('PUSH0 PUSH0 PUSH0 PUSH0 0x01 GAS STATICCALL')

const start = () =>
  createMockNode({
    accounts: { [alice]: { balance: ether } },
    engine: evm({ computeUnitLimit: 10 }),
  })

test('a transaction past the limit of compute units is thrown by its verb, and nothing of it is left', async () => {
  const node = start()
  expect(() =>
    node.preconfirm({ from: alice, to: recovery, gas: 50_000n, execute: true }),
  ).toThrow('more than 10 compute units')
  node.nextBeat()
  expect([
    await ask(node, 'eth_getTransactionCount', alice, 'pending'),
    await ask(node, 'eth_getBalance', alice, 'pending'),
  ]).toEqual(['0x0', `0x${ether.toString(16)}`])
})

test('one that is sent is refused', async () => {
  const sent = start().provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: recovery, gas: '0xc350' }],
  })
  await expect(sent).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('more than 10 compute units'),
  })
})

test('one that comes to that in the queue is dropped as an error, and nothing of it is left', async () => {
  const node = start()
  const dropped: DroppedEvent['reason'][] = []
  node.on('dropped', ({ reason }) => dropped.push(reason))
  await node.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, gas: '0xc350' }],
  })
  node.setCode({ address: bob, bytecode: callsRecovery })
  node.nextBeat()
  expect(dropped).toEqual(['error'])
  expect([
    await ask(node, 'eth_getTransactionCount', alice, 'pending'),
    await ask(node, 'eth_getBalance', alice, 'pending'),
  ]).toEqual(['0x0', `0x${ether.toString(16)}`])
})
