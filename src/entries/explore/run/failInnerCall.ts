import { readAggregate3 } from '../../../base/abi/readAggregate3.js'
import type { Hex, MockNode } from '../../../index.js'
import type { InnerCallAt } from '../model/mishap.js'

/**
 * Has one call within Multicall3 fail, as an engine does that runs out of gas in
 * it; the others are answered as they are.
 *
 * @param onFailed - Called as it fails.
 */
export function failInnerCall(
  node: MockNode,
  { to, selector, skip }: InnerCallAt,
  onFailed: () => void,
): void {
  let passed = 0
  node.handle('eth_call', (params, view) => {
    const result = view.request({ method: 'eth_call', params })
    const { data, input } = Object(params[0]) as { data?: Hex; input?: Hex }
    const calls = readAggregate3(input ?? data, result)
    for (const [index, call] of calls.entries()) {
      if (call.to !== to || call.selector !== selector) continue
      if (passed++ !== skip) continue
      onFailed()
      return withFailure(result, index)
    }
    return result
  })
}

/** The same results, of which one is `(false, '0x')`. */
function withFailure(result: Hex, index: number): Hex {
  const body = result.slice(2)
  const number = (byte: number) =>
    Number(`0x${body.slice(byte * 2, byte * 2 + 64)}`)
  const first = number(0) + 32
  const tuple = first + number(first + index * 32)
  const zero = (text: string, byte: number) =>
    `${text.slice(0, byte * 2)}${'0'.repeat(64)}${text.slice(byte * 2 + 64)}`
  return `0x${zero(zero(body, tuple), tuple + number(tuple + 32))}`
}
