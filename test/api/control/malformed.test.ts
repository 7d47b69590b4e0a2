import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { rejection } from '../../conformance/providerDoor.js'
import { alice, bob, funded, word } from '../../node/actors.js'
import { readAll } from '../../node/reads.js'
import { share } from '../../runs.js'
import { call, refused } from './call.js'

/** Of each kind of parameter what it is not, with the message. */
const mistakes: readonly (readonly [method: string, ...params: unknown[]])[] = [
  ['anvil_setBalance'],
  ['anvil_setBalance', bob],
  ['anvil_setBalance', '0xb0b', '0x1'],
  ['anvil_setBalance', bob, '1.5'],
  ['anvil_setBalance', bob, `0x1${'0'.repeat(64)}`],
  ['anvil_setBalance', bob, 1.5],
  ['anvil_setBalance', bob, 2 ** 53],
  ['anvil_setBalance', bob, '0x1', true],
  ['anvil_setBalance', { address: bob, value: '0x1' }],
  ['anvil_setNonce', bob, -1],
  ['anvil_setNonce', bob, '0x10000000000000000'],
  ['anvil_setNonce', bob, ''],
  ['anvil_setNonce', bob, '0x'],
  ['anvil_setNonce', bob, null],
  ['anvil_setCode', bob, '0x123'],
  ['anvil_setCode', bob, '6000'],
  ['anvil_setStorageAt', bob, -1, '0x1'],
  ['anvil_setStorageAt', bob, '0x0', `0x1${'0'.repeat(64)}`],
  ['anvil_dropTransaction', '0x1'],
  ['anvil_mine', 'one'],
  ['anvil_mine', 1, 0, 0],
  ['evm_mine', true],
  ['evm_mine', { timestamp: -1 }],
  ['evm_mine', { time: 1 }],
  ['evm_mine', { blocks: -1 }],
  ['evm_mine', []],
  ['evm_increaseTime'],
  ['evm_setNextBlockTimestamp', '2026-01-01'],
  ['evm_setBlockGasLimit', '0x0'],
  ['anvil_setCoinbase', 'bob'],
  ['anvil_setNextBlockBaseFeePerGas', -1],
  ['hardhat_setPrevRandao', '0x1'],
  ['hardhat_reset', { forking: { jsonRpcUrl: 'http://node.test' } }],
  ['anvil_nodeInfo', 1],
  ['evm_increaseTime', 0.5],
  ['evm_snapshot', 1],
  ['evm_revert'],
  ['evm_revert', { snapshot: '0x0' }],
  ['preseal_preconfirm'],
  ['preseal_preconfirm', { from: alice, to: bob, valeu: '1' }],
  ['preseal_preconfirm', { from: alice, to: bob, value: '1 ether' }],
  ['preseal_preconfirm', alice, bob],
  ['preseal_setBalance', { address: bob }],
  ['preseal_setBalance', { address: bob, value: 1e18 }],
  ['preseal_setBalance', { address: bob, value: '0.5' }],
  ['preseal_setBalance', [bob, '0x1']],
  ['preseal_setNonce', { address: bob, nonce: '1' }],
  ['preseal_setCode', { address: bob, bytecode: null }],
  ['preseal_setStorageAt', { address: bob, index: -1, value: word(1) }],
  ['preseal_drop', { hash: '0x1' }],
  ['preseal_importBlock', {}],
  ['preseal_advance'],
  ['preseal_advance', '200'],
  ['preseal_nextBeat', null],
  ['preseal_nextBlock', { blocks: 1 }],
  ['preseal_seek', -1],
  ['preseal_fault', { type: 'nul' }],
  ['preseal_fault', { type: 'http', status: 200 }],
  ['preseal_lift', 'a fault'],
  ['preseal_revert', 'newest'],
  ['preseal_revert', { snapshot: '0x0' }],
  ['preseal_now', {}],
]

/** The parameter or the field, what was given, and what was expected. */
const naming =
  /^(Invalid parameter \d "\w+": given .+|Surplus parameter \d: given .+|\w+: (its argument|"\w+") is .+), expected ["\w].+/

describe('parameters of control verbs', () => {
  test('error: malformed ones are named, and change nothing', async () => {
    const node = createMockNode(funded)
    const before = await readAll(node)
    for (const [method, ...params] of mistakes) {
      const { code, message } = await refused(node, method, ...params)
      expect(code, `${method}: ${message}`).toBe(-32602)
      expect(message, method).toMatch(naming)
    }
    expect(await readAll(node)).toEqual(before)
  })

  test('error: a second mistake was told once the first was mended', async () => {
    const { message } = await refused(
      createMockNode(),
      'anvil_setBalance',
      '0x1',
      -1,
      'latest',
    )
    expect(message).toMatch(
      /^Invalid parameter 1 "address": given "0x1", .+\. Invalid parameter 2 "\w+": given -1, .+\. Surplus parameter 3: given "latest"/,
    )
  })

  test('error: ids that nobody has', async () => {
    const node = createMockNode()
    await call(node, 'preseal_fault', { type: 'null', methods: ['eth_call'] })
    await call(node, 'preseal_snapshot')
    for (const [method, param] of [
      ['preseal_lift', '0x1'],
      ['preseal_lift', Number.MAX_SAFE_INTEGER],
      ['preseal_revert', '0x1'],
    ] as const)
      expect(await refused(node, method, param)).toMatchObject({
        code: -32000,
        message: expect.stringMatching(
          /has the id 0x\w+\. Give the result of preseal_/,
        ),
      })
  })

  test('behavior: whatever is sent, the answer is JSON or an error', async () => {
    const node = createMockNode(funded)
    const error = await rejection(call(node, 'evm_nothing'))
    const { methods } = error.data as { methods: string[] }
    const names = ['address', 'value', 'snapshot', 'block', 'type', 'blocks']
    const leaf = fc.oneof(
      fc.constantFrom(bob, '0x0', '0x1', word(1), 'null', 0, 1, 200, null),
      fc.string(),
      fc.double(),
      fc.bigInt(),
      fc.constant(undefined),
    )
    const { param } = fc.letrec((tie) => ({
      param: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('param'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(fc.constantFrom(...names, '__proto__'), fc.string()),
          tie('param'),
          { maxKeys: 4 },
        ),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods),
        fc.array(param, { maxLength: 3 }),
        async (method, params) => {
          const answer = await call(node, method, ...params).then(
            (result) => ({ result }),
            ({ code }) => ({ code }),
          )
          if ('code' in answer) expect([-32602, -32000]).toContain(answer.code)
          else expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        },
      ),
      { numRuns: share(2_000) },
    )
  })
})
