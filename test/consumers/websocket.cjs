const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { createWebSocket } = require('preseal/websocket')

const node = createMockNode()
const WebSocket = createWebSocket(node)
const socket = new WebSocket(node.wsUrl)
const said = []
const closed = new Promise((resolve) => {
  socket.onclose = ({ code }) => resolve(code)
})
socket.onmessage = ({ data }) => said.push(JSON.parse(data))
socket.onopen = () => {
  const subscribe = { method: 'eth_subscribe', params: ['newHeads'] }
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, ...subscribe }))
  node.nextBlock()
  node.disconnectSockets({ code: 1001 })
}
closed.then((code) => {
  assert.equal(code, 1001)
  assert.equal(said[0].result, '0x1')
  assert.equal(said[1].params.result.number, '0x1')
})
