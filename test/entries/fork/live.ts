import { createMockNode, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import type { formatFork } from 'preseal/fork'
import { alice, bob, counter, counterCode, word } from './sample.js'

/** A node that plays the live chain. */
export function createLive(): MockNode {
  const live = createMockNode({
    chainId: 8_453,
    engine: evm(),
    accounts: {
      [alice]: { balance: 10n ** 18n },
      [counter]: {
        code: counterCode,
        nonce: 1,
        storage: { [word(0)]: word(41) },
      },
    },
  })
  live.preconfirm({ from: alice, to: bob, value: 1n })
  live.nextBlock(3)
  return live
}

/** Counts twice, and reads what the next one would be told. */
export function count(fork: Parameters<typeof formatFork>[0]) {
  const node = createMockNode({ fork, engine: evm() })
  node.preconfirm({ from: alice, to: counter, data: '0x01' })
  node.preconfirm({ from: alice, to: counter, data: '0x02' })
  node.nextBlock()
  return node.provider.request({
    method: 'eth_call',
    params: [{ to: counter }, 'latest'],
  })
}

/** Nobody waits for its pauses, which it notes. */
export function createQuickClock() {
  const asked: number[] = []
  return {
    asked,
    now: 0,
    setTimeout(callback: () => void, ms: number) {
      asked.push(ms)
      return setTimeout(callback, ms === requestTimeout ? ms : 1)
    },
    clearTimeout: (id: unknown) => clearTimeout(id as never),
  }
}

/** ms; that of requests is waited for. */
const requestTimeout = 15_000
