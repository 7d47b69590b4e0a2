import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { parseFork } from 'preseal/fork'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { share } from '../../runs.js'
import { alice, counter, counterCode, sampleRecord, word } from './sample.js'

type Node = ReturnType<typeof createMockNode>

const ask = (node: Node, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<unknown>

const prestate = (node: Node, config = {}) =>
  ask(node, 'debug_traceCall', { from: alice, to: counter }, 'latest', {
    tracer: 'prestateTracer',
    tracerConfig: config,
  })

test('prestateTracer said zero for a slot that the record holds', async () => {
  const node = createMockNode({
    fork: parseFork(sampleRecord()),
    engine: evm(),
  })
  expect(await prestate(node)).toMatchObject({
    [counter]: { storage: { [word(0)]: word(41) } },
  })
  expect(await prestate(node, { diffMode: true })).toMatchObject({
    pre: { [counter]: { storage: { [word(0)]: word(41) } } },
    post: { [counter]: { storage: { [word(0)]: word(42) } } },
  })
})

test('property: what the record holds is what every method that reads state says', () =>
  fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 0n, max: 2n ** 255n }),
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.nat({ max: 1_000 }),
      fc.boolean(),
      async (held, balance, nonce, isPaidBefore) => {
        const record = sampleRecord()
        const fork = parseFork({
          ...record,
          accounts: {
            ...record.accounts,
            [counter]: {
              balance: `${balance}`,
              nonce,
              codeHash: keccak256(counterCode),
            },
          },
          storage: { [counter]: { [word(0)]: word(held) } },
        })
        const node = createMockNode({ fork, engine: evm() })
        // An account that the node has written to keeps what is recorded.
        const extra = isPaidBefore ? 1n : 0n
        if (isPaidBefore) {
          node.setBalance({ address: counter, value: balance + extra })
          node.seal()
        }
        const hex = `0x${(balance + extra).toString(16)}`
        const at = [counter, 'latest']
        expect(await ask(node, 'eth_getBalance', ...at)).toBe(hex)
        expect(Number(await ask(node, 'eth_getTransactionCount', ...at))).toBe(
          nonce,
        )
        expect(await ask(node, 'eth_getCode', ...at)).toBe(counterCode)
        expect(await ask(node, 'eth_getStorageAt', counter, '0x0')).toBe(
          word(held),
        )
        const call = { from: alice, to: counter }
        expect(await ask(node, 'eth_call', call)).toBe(word(held))
        const account = {
          balance: hex,
          code: counterCode,
          ...(nonce > 0 && { nonce }),
          storage: { [word(0)]: word(held) },
        }
        expect(await prestate(node)).toMatchObject({ [counter]: account })
        const { pre, post } = (await prestate(node, { diffMode: true })) as {
          [part: string]: { [address: string]: object }
        }
        // geth leaves a zero out of both sides.
        expect(pre?.[counter]).toMatchObject(
          held === 0n ? { balance: hex } : account,
        )
        expect(post?.[counter]).toEqual({
          storage: { [word(0)]: word(held + 1n) },
        })
        const { structLogs } = (await ask(
          node,
          'debug_traceCall',
          call,
          'latest',
          {},
        )) as { structLogs: { op: string; storage?: object }[] }
        expect(structLogs.find(({ op }) => op === 'SLOAD')?.storage).toEqual({
          [word(0)]: word(held),
        })
      },
    ),
    { numRuns: share(100, 10) },
  ))
