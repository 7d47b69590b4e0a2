import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether } from '../node/actors.js'

const open = () => createMockNode({ accounts: { [alice]: { balance: ether } } })

/** Not verbs: one takes what a browser's takes, a hook may call the other. */
const free = ['fetch', 'dispose']

describe('arguments of a function of the node', () => {
  test('error: what a function does not take was ignored', () => {
    const node = open()
    const functions = Object.entries<unknown>(node).flatMap(([name, member]) =>
      typeof member === 'function' && !free.includes(name)
        ? [[name, member] as const]
        : [],
    )
    expect(functions.length).toBeGreaterThan(20)
    for (const [name, call] of functions)
      expect
        .soft(() => call(undefined, undefined, 'surplus'))
        .toThrow(
          expect.objectContaining({
            name: 'InvalidParametersError',
            message: expect.stringMatching(
              `^${name}: "arguments\\[2\\]" is "surplus", expected nothing, since "${name}" takes (none|1|2)\\.$`,
            ),
          }),
        )
    expect([node.now, node.answeredRequests.length]).toEqual([0, 0])
  })

  test('behavior: a verb maps a list, which hands over index and array', () => {
    const node = open()
    const payments = [1n, 2n].map(
      (value) => ({ from: alice, to: bob, value }) as const,
    )
    const hashes = payments.map(node.preconfirm)
    expect(new Set(hashes).size).toBe(2)
    ;[100, 100].forEach(node.advance)
    expect(node.now).toBe(200)
    expect(() => [1, 2].forEach(node.seal as () => void)).toThrow(
      'seal: "arguments[0]" is 1',
    )
  })

  test('behavior: undefined is no argument', () => {
    const node = open()
    const seal = node.seal as (...given: unknown[]) => void
    expect(() => seal(undefined)).not.toThrow()
    expect(() => node.view(undefined)).not.toThrow()
  })
})
