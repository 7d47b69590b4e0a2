/** The entry of preseal for a test runner. */
export type RunnerEntry = 'vitest' | 'jest' | 'bun' | 'deno' | 'node-test'

type Runtime = { readonly env?: { readonly NODE_TEST_CONTEXT?: string } }

/**
 * Of the runner that runs this file, as far as it can be told; vitest and jest
 * run on other runtimes, too.
 */
export function runningEntry(): RunnerEntry | undefined {
  if ('__vitest_worker__' in globalThis) return 'vitest'
  if (isInsideJest()) return 'jest'
  if ('Bun' in globalThis) return 'bun'
  if ('Deno' in globalThis) return 'deno'
  const { process } = globalThis as { readonly process?: Runtime }
  return process?.env?.NODE_TEST_CONTEXT === undefined ? undefined : 'node-test'
}

/** jest names itself to a test in its environment alone, which others inherit. */
function isInsideJest(): boolean {
  return Object.getOwnPropertySymbols(globalThis).some(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
}
