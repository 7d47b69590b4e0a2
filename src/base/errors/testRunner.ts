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

type Worker = {
  readonly current?: {
    readonly context?: {
      onTestFailed?(
        callback: (test: {
          readonly task: {
            readonly result?: { readonly errors?: readonly Failure[] }
          }
        }) => void,
      ): void
    }
  }
}

type Failure = { message?: string; stack?: string | undefined }

/**
 * Adds a text to the error of the running test, if it fails; only vitest lets a
 * module do so that is no part of the test.
 */
export function addToFailure(text: string): void {
  const { __vitest_worker__: worker } = globalThis as {
    __vitest_worker__?: Worker
  }
  try {
    worker?.current?.context?.onTestFailed?.(({ task }) => {
      const [error] = task.result?.errors ?? []
      if (error === undefined) return
      const { message = '' } = error
      const longer = `${message}\n\n${text}\n`
      error.stack = error.stack?.replace(message, () => longer)
      error.message = longer
    })
  } catch {
    // The test is over, and others go on.
  }
}
