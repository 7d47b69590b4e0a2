import { type Address, createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import { createCase } from '../entries/evm/randomCase.js'
import { share } from '../runs.js'
import { alice, ask, bob, nodeWith, other, quantity, target } from './ask.js'

const call = { from: alice, to: target }

/** They cost 100 gas where what they read is warm. */
const reads = new Set(['SLOAD', 'BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'])

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

  describe('slots of a contract that the call creates were left out', () => {
    const slots = (created: unknown) =>
      (created as { accessList: { storageKeys: object[] }[] }).accessList.map(
        ({ storageKeys }) => storageKeys,
      )

    test('behavior: by a factory', async () => {
      // Initcode that writes 1 to slot 0, in the last 5 bytes of a word.
      const node = nodeWith(
        '0x60015f5500 PUSH0 MSTORE 0x05 0x1b PUSH0 CREATE STOP',
      )
      const created = await ask(node, 'eth_createAccessList', call)
      expect(slots(created)).toEqual([[word(0)]])
    })

    test('behavior: by the deployment itself', async () => {
      const created = await ask(nodeWith('STOP'), 'eth_createAccessList', {
        from: alice,
        data: '0x60015f5500',
      })
      expect(slots(created)).toEqual([[word(0)]])
    })
  })

  test('slots that the caller gave for the receiver were left out', async () => {
    const accessList = [
      { address: target, storageKeys: [word(7)] },
      { address: other, storageKeys: [] },
    ]
    expect(
      await ask(nodeWith('STOP'), 'eth_createAccessList', {
        ...call,
        accessList,
      }),
    ).toMatchObject({ accessList: [...accessList].reverse() })
  })

  test('behavior: who signed an authorization is warm anyway', async () => {
    const [signer, stranger] = [privateKeyToAccount(word(1)), bob]
    const chainId = 31_337
    const authorizationList = [
      await signer.signAuthorization({ address: other, chainId, nonce: 0 }),
    ].map(({ address, r, s, yParity }) => ({
      address,
      r,
      s,
      chainId: quantity(chainId),
      nonce: '0x0',
      yParity: quantity(yParity ?? 0),
    }))
    const node = nodeWith(`${signer.address} BALANCE ${stranger} BALANCE`)
    expect(
      await ask(node, 'eth_createAccessList', { ...call, authorizationList }),
    ).toMatchObject({ accessList: [{ address: stranger, storageKeys: [] }] })
  })

  test('property: after its list a call finds nothing cold, and makes the same list again', async () => {
    let warm = 0
    for (let seed = 0; seed < share(400, 10); seed++) {
      const { createState, transaction } = await createCase(seed, 'prague')
      const accounts: { [address: Address]: object } = {}
      for (const [address, { nonce, storage, ...account }] of createState())
        accounts[address] = {
          ...account,
          nonce: Number(nonce),
          storage: Object.fromEntries(storage),
        }
      const node = createMockNode({ accounts, engine: evm() })
      const { from, to, value, data, gas } = transaction
      const given = {
        from,
        ...(to !== null && { to }),
        value: quantity(value),
        data,
        gas: quantity(gas),
      }
      const created = (await ask(node, 'eth_createAccessList', given)) as {
        accessList: object[]
      }
      const { accessList } = created
      const again = { ...given, accessList }
      expect(
        await ask(node, 'eth_createAccessList', again),
        `seed ${seed}`,
      ).toEqual(created)
      const { structLogs } = (await ask(node, 'debug_traceCall', again)) as {
        structLogs: { op: string; gasCost: number; error?: string }[]
      }
      const costs = structLogs
        .filter(({ op, error }) => reads.has(op) && error === undefined)
        .map(({ gasCost }) => gasCost)
      expect(new Set([...costs, 100]), `seed ${seed}`).toEqual(new Set([100]))
      warm += costs.length
    }
    expect(warm).toBeGreaterThan(6)
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
