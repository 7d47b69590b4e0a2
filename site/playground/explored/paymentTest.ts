import type { Confirmations } from './result.js'

export type Runner = 'vitest' | 'jest'

const waits = /( +)(.*)\.waitForTransactionReceipt\(\{ hash \}\)\n/

/**
 * The test of the first page, which pays and waits for the receipt, for a runner
 * and a number of blocks. It throws where the README has no such test.
 */
export function paymentTest(
  readme: string,
  confirmations: Confirmations,
  runner: Runner = 'vitest',
): string {
  const text = /^```ts\n(import \{ staysFinal[\s\S]*?)^```$/m.exec(readme)?.[1]
  if (text === undefined || !waits.test(text))
    throw new Error('README.md has no test that waits for a receipt.')
  return text
    .replace(/ \/\/ or 'preseal\/jest'$/m, '')
    .replace("'preseal/vitest'", `'preseal/${runner}'`)
    .replace(
      waits,
      `$1const wait = { hash, confirmations: ${confirmations} }\n$1$2.waitForTransactionReceipt(wait)\n`,
    )
}
