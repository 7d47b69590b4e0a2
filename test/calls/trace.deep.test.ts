import { expect, test } from 'vitest'
import { alice, ask, nodeWith, target } from './ask.js'

// Four million words are written before it is refused.
test('error: a loop was told until memory ran out', async () => {
  const node = nodeWith(`${'PUSH0 '.repeat(1_000)} JUMPDEST 0x03e8 JUMP`)
  const call = { from: alice, to: target, gas: '0x186a0' }
  expect(await ask(node, 'debug_traceCall', call)).toMatchObject({
    code: -32000,
    message: expect.stringContaining('Give { limit: 100000 }'),
  })
})
