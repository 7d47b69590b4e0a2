import { createMockNode } from 'preseal'
import { decodeErrorResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { assemble } from '../entries/evm/assemble.js'
import { alice, ask, bob, target } from './ask.js'

const abi = parseAbi(['error Error(string)'])

describe('a call that nobody answers', () => {
  const node = () =>
    createMockNode({ accounts: { [target]: { code: assemble('STOP') } } })

  test.each(['eth_call', 'eth_estimateGas', 'debug_traceCall'])(
    'error: %s says what to bring, and where clients show it',
    async (method) => {
      const call = { from: alice, to: target, data: '0x70a08231' }
      const { code, message, data } = (await ask(node(), method, call)) as {
        code: number
        message: string
        data: `0x${string}`
      }
      expect(code).toBe(-32004)
      expect(message).toContain(target)
      expect(message).toContain('0x70a08231')
      expect(message).toContain("import { evm } from 'preseal/evm'")
      expect(decodeErrorResult({ abi, data }).args).toEqual([message])
      expect(message).toMatch(/revert/i)
    },
  )

  test('behavior: the node goes on', async () => {
    const one = node()
    await ask(one, 'eth_call', { to: target })
    expect(await ask(one, 'eth_call', { to: bob })).toBe('0x')
  })
})
