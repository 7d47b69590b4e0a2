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

describe('parameters of control verbs', () => {
  test('error: malformed ones are named, and change nothing', async () => {
    const node = createMockNode(funded)
    const before = await readAll(node)
    const messages: string[] = []
    for (const [method, ...params] of mistakes) {
      const { code, message } = await refused(node, method, ...params)
      expect(code, `${method}: ${message}`).toBe(-32602)
      messages.push(`${method}: ${message}`)
    }
    expect(await readAll(node)).toEqual(before)
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "anvil_setBalance: Invalid parameter 1 "address": given nothing, expected a 20-byte address as 0x and 40 hex digits
      anvil_setBalance: Invalid parameter 2 "value": given nothing, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setBalance: Invalid parameter 1 "address": given "0xb0b", expected a 20-byte address as 0x and 40 hex digits
      anvil_setBalance: Invalid parameter 2 "value": given "1.5", expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setBalance: Invalid parameter 2 "value": given "0x10000000000000000000000000000000000000000000000000000000000000000", expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setBalance: Invalid parameter 2 "value": given 1.5, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setBalance: Invalid parameter 2 "value": given 9007199254740992, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setBalance: Surplus parameter 3: given true, expected 2 ("address", "value")
      anvil_setBalance: Invalid parameter 1 "address": given {"address":"0x0000000000000000000000000000000000000b0b","value":"0x1"}, expected a 20-byte address as 0x and 40 hex digits
      anvil_setNonce: Invalid parameter 2 "nonce": given -1, expected a nonce from 0 to 2^64 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_setNonce: Invalid parameter 2 "nonce": given "0x10000000000000000", expected a nonce from 0 to 2^64 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_setNonce: Invalid parameter 2 "nonce": given "", expected a nonce from 0 to 2^64 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_setNonce: Invalid parameter 2 "nonce": given "0x", expected a nonce from 0 to 2^64 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_setNonce: Invalid parameter 2 "nonce": given null, expected a nonce from 0 to 2^64 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_setCode: Invalid parameter 2 "bytecode": given "0x123", expected bytes as 0x and an even number of hex digits
      anvil_setCode: Invalid parameter 2 "bytecode": given "6000", expected bytes as 0x and an even number of hex digits
      anvil_setStorageAt: Invalid parameter 2 "index": given -1, expected a hexadecimal integer of at most 32 bytes, or an integer from 0 to 2^53 - 1
      anvil_setStorageAt: Invalid parameter 3 "value": given "0x10000000000000000000000000000000000000000000000000000000000000000", expected a hexadecimal integer of at most 32 bytes
      anvil_dropTransaction: Invalid parameter 1 "hash": given "0x1", expected a 32-byte hash as 0x and 64 hex digits
      anvil_mine: Invalid parameter 1 "blocks": given "one", expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      anvil_mine: Surplus parameter 3: given 0, expected 2 ("blocks", "interval")
      evm_mine: Invalid parameter 1 "options": given true, expected nothing, a timestamp, or { blocks, timestamp }
      evm_mine: Invalid parameter 1 "options": given -1, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_mine: Invalid parameter 1 "options": given {"time":1}, expected nothing, a timestamp, or { blocks, timestamp }
      evm_mine: Invalid parameter 1 "options": given -1, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_mine: Invalid parameter 1 "options": given an array of 0, expected nothing, a timestamp, or { blocks, timestamp }
      evm_increaseTime: Invalid parameter 1 "seconds": given nothing, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_setNextBlockTimestamp: Invalid parameter 1 "timestamp": given "2026-01-01", expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_setBlockGasLimit: Invalid parameter 1 "gasLimit": given "0x0", expected gas from 1 to below 2^64, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      anvil_setCoinbase: Invalid parameter 1 "address": given "bob", expected a 20-byte address as 0x and 40 hex digits
      anvil_setNextBlockBaseFeePerGas: Invalid parameter 1 "baseFeePerGas": given -1, expected wei per gas from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1
      hardhat_setPrevRandao: Invalid parameter 1 "prevRandao": given "0x1", expected a 32-byte hash as 0x and 64 hex digits
      hardhat_reset: Invalid parameter 1 "options": given {"forking":{"jsonRpcUrl":"http://node.test"}}, expected nothing or {}, since nothing is forked; preseal/record turns what an endpoint answers into a scenario
      anvil_nodeInfo: Surplus parameter 1: given 1, expected no parameters
      evm_increaseTime: Invalid parameter 1 "seconds": given 0.5, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_snapshot: Surplus parameter 1: given 1, expected no parameters
      evm_revert: Invalid parameter 1 "id": given nothing, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      evm_revert: Invalid parameter 1 "id": given {"snapshot":"0x0"}, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      preseal_preconfirm: preconfirm: its argument is missing, expected a transaction object, such as { from, to, value }.
      preseal_preconfirm: preconfirm: "valeu" is an unknown key, expected "value", the nearest known one.
      preseal_preconfirm: preconfirm: "value" is "1 ether", expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1.
      preseal_preconfirm: Surplus parameter 2: given "0x0000000000000000000000000000000000000b0b", expected 1 ("parameters")
      preseal_setBalance: setBalance: "value" is missing, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1.
      preseal_setBalance: setBalance: "value" is 1000000000000000000, expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1. Write it as a string: a JSON number of this size loses digits.
      preseal_setBalance: setBalance: "value" is "0.5", expected wei from 0 to below 2^256, as a string of decimal or 0x-hex digits or as a number of at most 2^53 - 1. Write "500000000000000000" for 0.5 ether.
      preseal_setBalance: setBalance: its argument is an array of 2, expected an object { address, value }.
      preseal_setNonce: setNonce: "nonce" is "1", expected a nonce from 0 to 2^64 - 1: a number up to 2^53 - 1, else a bigint. Write the number 1.
      preseal_setCode: setCode: "bytecode" is null, expected bytes as 0x and an even number of hex digits.
      preseal_setStorageAt: setStorageAt: "index" is -1, expected a hexadecimal integer of at most 32 bytes, or an integer from 0 to 2^53 - 1.
      preseal_drop: drop: "hash" is "0x1", expected a 32-byte hash as 0x and 64 hex digits.
      preseal_importBlock: importBlock: "block" is missing, expected a block as eth_getBlockByNumber answers it.
      preseal_advance: advance: "ms" is missing, expected a whole number of ms from 0 to 2^53 - 1.
      preseal_advance: advance: "ms" is "200", expected a whole number of ms from 0 to 2^53 - 1. Write the number 200.
      preseal_nextBeat: nextBeat: "beats" is null, expected an integer from 0 to 2^53 - 1.
      preseal_nextBlock: nextBlock: "blocks" is {"blocks":1}, expected an integer from 0 to 2^53 - 1.
      preseal_seek: seek: "ms" is -1, expected a whole number of ms from 0 to 2^53 - 1.
      preseal_fault: fault: "type" is "nul", expected one of …. Write "null".
      preseal_fault: fault: "status" is 200, expected an HTTP status from 400 to 599.
      preseal_lift: Invalid parameter 1 "id": given "a fault", expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      preseal_revert: Invalid parameter 1 "snapshot": given "newest", expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      preseal_revert: Invalid parameter 1 "snapshot": given {"snapshot":"0x0"}, expected an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number
      preseal_now: Surplus parameter 1: given {}, expected no parameters"
    `)
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
