import type { Confirmations } from './result.js'

export type Runner = 'vitest' | 'jest'

const waits = /( +)(.*)\.waitForTransactionReceipt\(\{ hash \}\)\n/

/**
 * The test of the first page, which pays and waits for the receipt; the number of
 * blocks is written out. It throws where the README has no such test.
 */
export function firstTest(readme: string): string {
  const text = /^```ts\n(import \{ staysFinal[\s\S]*?)^```$/m.exec(readme)?.[1]
  if (text === undefined || !waits.test(text))
    throw new Error('README.md has no test that waits for a receipt.')
  return text
    .replace(/ \/\/ or 'preseal\/jest'$/m, '')
    .replace(
      waits,
      '$1const wait = { hash, confirmations: 1 }\n$1$2.waitForTransactionReceipt(wait)\n',
    )
}

/** A test of a payment, for a runner and a number of blocks. */
export function paymentTest(
  text: string,
  confirmations: Confirmations,
  runner: Runner = 'vitest',
): string {
  return text
    .replace('// @vitest-environment jsdom', environments[runner])
    .replace("'preseal/vitest'", `'preseal/${runner}'`)
    .replace('confirmations: 1', `confirmations: ${confirmations}`)
}

/** Each runner reads its own comment. */
const environments: { readonly [runner in Runner]: string } = {
  vitest: '// @vitest-environment jsdom',
  jest: '/** @jest-environment jsdom */',
}
