// biome-ignore-all assist/source/organizeImports: the kit first, since what
// testing-library unmounts is to be unmounted all the same.
import * as kit from 'preseal/jest'
import { afterEach, expect, jest, test } from '@jest/globals'
import * as query from '@tanstack/react-query'
import * as library from '@testing-library/react'
import * as wagmi from 'wagmi'
import websocketApp from './websocketApp.cjs'

const { show } = websocketApp.testSockets({
  ...{ test, expect, kit, library, wagmi, query },
})

const warn = jest.spyOn(console, 'warn')
const sockets = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

test('hooks that came after the kit end what listens: first', async () => {
  // viem leaves the subscription that it made anew after the outage above.
  warn.mockClear()
  const { node } = show()
  const socket = new WebSocket(node.wsUrl)
  sockets.push(socket)
  await kit.nextBeatAsync()
  const asked = { method: 'eth_subscribe', params: ['newHeads'] }
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...asked }))
  await kit.nextBeatAsync()
  expect(node).toHaveSubscription('newHeads', { times: 2 })
})

test('hooks that came after the kit end what listens: then', () => {
  expect(warn).not.toHaveBeenCalled()
})

// jest takes apart what is on the global as soon as the last test is over.
test('a socket that was closing as the file ended ended jest', async () => {
  const node = kit.testNode()
  const socket = new WebSocket(node.wsUrl)
  await kit.nextBeatAsync()
  socket.close()
  expect(socket.readyState).toBe(WebSocket.CLOSING)
})
