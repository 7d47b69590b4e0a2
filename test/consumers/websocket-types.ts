import { createMockNode } from 'preseal'
import {
  createWebSocket,
  type MockWebSocket,
  type MockWebSocketClass,
} from 'preseal/websocket'

const node = createMockNode()
const WebSocket: MockWebSocketClass = createWebSocket(node)
const socket: MockWebSocket = new WebSocket(node.wsUrl)
socket.onmessage = ({ data }) => String(data)
node.disconnectSockets({ code: 1012, reason: 'restart' })
node.on('socket', (event) => event.type === 'message' && event.became)
createWebSocket({ 'ws://a.test': node })
// @ts-expect-error -- it is no number
node.disconnectSockets({ code: '1012' })
