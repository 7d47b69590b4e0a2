import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../evm/assemble.js'
import { alice, ask, nodeWith, other, quantity, target } from './ask.js'

const call = { from: alice, to: target }

describe('eth_createAccessList', () => {
  test('default: what a call touches, but for who is warm anyway', async () => {
    const node = nodeWith(
      `0x02 SLOAD 0x01 SLOAD
       PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL
       PUSH0 PUSH0 PUSH0 PUSH0 0x01 GAS STATICCALL
       0xdead BALANCE CALLER BALANCE ADDRESS EXTCODESIZE`,
      { accounts: { [other]: { code: assemble('0x2a 0x09 SSTORE') } } },
    )
    const created = (await ask(node, 'eth_createAccessList', call)) as {
      accessList: object[]
      gasUsed: string
    }
    expect(created.accessList).toEqual([
      { address: other, storageKeys: [word(9)] },
      { address: target, storageKeys: [word(1), word(2)] },
      { address: `0x${'0'.repeat(36)}dead`, storageKeys: [] },
    ])
    const { accessList } = created
    expect(await ask(node, 'eth_estimateGas', { ...call, accessList })).toBe(
      created.gasUsed,
    )
    expect(
      await ask(node, 'eth_createAccessList', { ...call, accessList }),
    ).toEqual(created)
  })

  test('behavior: a call that fails says so beside its list', async () => {
    const node = nodeWith('0x01 SLOAD PUSH0 PUSH0 REVERT')
    expect(await ask(node, 'eth_createAccessList', call)).toEqual({
      accessList: [{ address: target, storageKeys: [word(1)] }],
      error: 'execution reverted',
      gasUsed: quantity(21_000 + 2_400 + 1_900 + 3 + 100 + 4),
    })
  })

  test('behavior: which slots may depend on the list', async () => {
    // Reads slot 1 if slot 0 was cold, and slot 2 if it was warm.
    const node = nodeWith(
      `GAS PUSH0 SLOAD POP GAS SWAP1 SUB 0x03e8 LT 0x01 ADD SLOAD`,
    )
    const { accessList } = (await ask(node, 'eth_createAccessList', call)) as {
      accessList: object[]
    }
    expect(accessList).toEqual([
      { address: target, storageKeys: [word(0), word(1)] },
    ])
  })

  test('error: a call that cannot begin', async () => {
    expect(
      await ask(nodeWith('STOP'), 'eth_createAccessList', {
        ...call,
        gas: '0x1',
      }),
    ).toEqual({
      code: -32000,
      message:
        'err: intrinsic gas too low: have 1, want 21000 (supplied gas 1)',
    })
  })
})
