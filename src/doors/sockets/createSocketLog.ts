import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { SocketEvent } from '../../node/runtime/events/nodeEvents.js'
import type { Socket } from './socket.js'

type Happened<event = SocketEvent> = event extends SocketEvent
  ? Omit<event, 'at' | 'socket'>
  : never

/** Remembers the events of sockets, the newest `kept`, and emits each. */
export function createSocketLog(runtime: Runtime, kept: number) {
  const events: SocketEvent[] = []
  return {
    add(happened: Happened, { number: socket }: Socket): void {
      const at = runtime.moment.time
      const event = { at, socket, ...happened } as SocketEvent
      events.push(event)
      if (events.length > kept) events.shift()
      const { listeners, announcer } = runtime
      if (listeners.count('socket') > 0)
        announcer.announce([
          {
            of: 'socket',
            deliver: () => listeners.call('socket', () => ({ ...event })),
          },
        ])
    },
    read: () => events.map((event) => ({ ...event })),
  }
}
