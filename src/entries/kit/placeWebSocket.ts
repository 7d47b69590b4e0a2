import { createWebSocket } from '../websocket/index.js'

const mark = Symbol.for('preseal.webSocketOfTests')

/**
 * Has `globalThis.WebSocket` find nodes at their `wsUrl`. Clients keep what they
 * find there when they are loaded, so it is placed as the kit is, and again
 * if a test environment has put another class there since.
 */
export function placeWebSocket(): void {
  const { WebSocket: before } = globalThis as { WebSocket?: object }
  if (before !== undefined && mark in before) return
  const placed = Object.assign(createWebSocket(), { [mark]: true })
  Object.defineProperty(globalThis, 'WebSocket', {
    configurable: true,
    enumerable: false,
    writable: true,
    value: placed,
  })
}
