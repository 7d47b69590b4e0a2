export { createWebSocket, type SocketNode } from './createWebSocket.js'
export type { MockWebSocket, MockWebSocketClass } from './mockWebSocket.js'
