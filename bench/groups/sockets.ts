import { strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import type { MockWebSocket } from 'preseal/websocket'
import { compete } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { loadWebSocket } from '../loadWebSocket.js'

const many = 1_000
const url = 'ws://node.test'
const subscribe =
  '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newFlashblocks"]}'

/** A beat of a node with sockets in this process, and of one without. */
export async function sockets({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const { createWebSocket } = await loadWebSocket(folder)
  const open = async (node: MockNode) => {
    const WebSocket = createWebSocket(node)
    const opened = Array.from({ length: many }, () => new WebSocket(url))
    await until(() => opened.every(({ readyState }) => readyState === 1))
    return opened
  }
  const without = createMockNode()
  const left = createMockNode()
  await close(await open(left))
  const beat = (node: MockNode) => (count: number) => {
    for (let done = 0; done < count; done++) node.nextBeat()
  }
  const none = await compete({ never: beat(without), once: beat(left) })

  const node = createMockNode()
  let told = 0
  for (const socket of await open(node)) {
    socket.onmessage = () => told++
    socket.send(subscribe)
  }
  await until(() => told === many)
  const others = createMockNode()
  const work = await compete(
    {
      async told(count) {
        for (let done = 0; done < count; done++) {
          told = 0
          node.nextBeat()
          await until(() => told === many)
        }
      },
      async opened(count) {
        for (let done = 0; done < count; done++) await close(await open(others))
      },
    },
    { rounds: 11 },
  )
  strictEqual(node.subscriptions.length, many)
  return {
    title: 'sockets in process',
    columns: ['never any', '1,000 gone', '1,000'],
    rows: [
      {
        name: 'a beat',
        cells: [duration(none.never), duration(none.once), null],
        goal: atMostTimes(1.25, none.once, none.never),
      },
      {
        name: 'a beat, told to a subscription of each',
        cells: [null, null, duration(work.told)],
        goal: atMost(25, work.told),
      },
      {
        name: 'opened and closed',
        cells: [null, null, duration(work.opened)],
        goal: atMost(50, work.opened),
      },
    ],
  }
}

async function close(opened: readonly MockWebSocket[]) {
  for (const socket of opened) socket.close()
  await until(() => opened.every(({ readyState }) => readyState === 3))
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
