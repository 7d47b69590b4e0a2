import { createMockNode, type PreconfirmParameters } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, ether, funded, token, word } from './actors.js'
import { listen } from './listen.js'
import {
  pendingHashes,
  readBalance,
  readNonce,
  readReceipts,
  readTransaction,
} from './reads.js'

describe('preconfirm', () => {
  test('behavior: to oneself', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: alice, value: 10n * ether })
    node.nextBeat()
    expect(await readBalance(node, alice, 'pending')).toBe(10n * ether)
    expect(await readNonce(node, alice, 'pending')).toBe(1)
  })

  test('behavior: its parameters are the caller’s own', async () => {
    const node = createMockNode(funded)
    const parameters = {
      from: alice,
      to: bob,
      value: 1n,
      changes: { [carol]: { balance: 1n, storage: { '0x0': '0x1' } } },
      logs: [{ address: token, topics: [word(1)], data: '0x01' }],
    } as const satisfies PreconfirmParameters
    const before = structuredClone(parameters)
    const hash = node.preconfirm(parameters)
    expect(parameters).toEqual(before)
    Object.assign(parameters, { value: 2n })
    Object.assign(parameters.changes[carol], { balance: 2n })
    Object.assign(parameters.logs[0], { data: '0x02' })
    node.nextBeat()
    expect(await readBalance(node, carol, 'pending')).toBe(1n)
    expect((await readTransaction(node, hash))?.value).toBe('0x1')
    expect((await readReceipts(node, 'pending'))[0]?.logs[0]?.data).toBe('0x01')
  })
})

describe('nonces', () => {
  test('behavior: a set behind a queued one drops it at its beat', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.setNonce({ address: alice, nonce: 3 })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([['dropped', { hash, reason: 'nonce' }]])
  })
})

describe('funds', () => {
  test('behavior: what cannot pay at its beat any more is dropped', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.setBalance({ address: alice, value: ether - 1n })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([['dropped', { hash, reason: 'funds' }]])
  })

  test('behavior: what was set is enough at once', async () => {
    const node = createMockNode()
    node.setBalance({ address: carol, value: 2n })
    node.preconfirm({ from: carol, to: bob, value: 2n })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(2n)
  })
})

describe('what does not fit waits', () => {
  const small = { ...funded, header: { gasLimit: 100_000n } }

  test('error: more gas than any block has', () => {
    const node = createMockNode(small)
    expect(
      thrown(() => node.preconfirm({ from: alice, to: bob, gas: 100_001n })),
    ).toEqual(says('GasLimitError … Lower "gas" or "gasUsed", or raise the'))
    node.preconfirm({ from: alice, to: bob, gas: 100_000n })
  })
})

describe('drop by label', () => {
  test('behavior: long forms say which of the two a text is', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.preconfirm({ from: alice, to: bob, label: 'tip' })
    node.drop({ hash })
    node.drop({ label: 'tip' })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: an object that throws when it is read threw its own error', () => {
    const node = createMockNode(funded)
    const has = () => {
      throw new Error('no')
    }
    const hostile = new Proxy({}, { has })
    expect(thrown(() => node.drop(hostile as never))).toMatch(
      /^InvalidParametersError: drop: its argument is /,
    )
  })
})
