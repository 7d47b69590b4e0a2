import { createMockNode } from 'preseal'
import { type Environment, evm } from 'preseal/evm'
import { expect, test, vi } from 'vitest'
import { keccak256 } from '../../src/base/hash/keccak256.js'
import { alice, bob } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'

test("an engine is handed the node's hash, by calls and by transactions", async () => {
  const interpreter = evm()
  const hash = vi.fn(keccak256)
  const handed: Environment['keccak256'][] = []
  const code = assemble('0x20 PUSH0 KECCAK256 PUSH0 MSTORE 0x20 PUSH0 RETURN')
  const node = createMockNode({
    accounts: { [bob]: { code } },
    engine: {
      execute(state, environment, message, observer) {
        handed.push(environment.keccak256)
        const watched = { ...environment, keccak256: hash }
        return interpreter.execute(state, watched, message, observer)
      },
    },
  })
  const answer = await node.provider.request({
    method: 'eth_call',
    params: [{ to: bob }, 'latest'],
  })
  node.preconfirm({ from: alice, to: bob, gas: 100_000n, execute: true })
  node.nextBeat()
  expect(handed).toEqual([keccak256, keccak256])
  expect(hash).toHaveBeenCalledTimes(2)
  expect(answer).toBe(
    '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563',
  )
})
