import type { TestContext } from 'node:test'
import type { MockNode } from '../../index.js'
import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import {
  createKit,
  fileOfTest,
  type Kit,
  type Runner,
  realNow,
  type TestError,
} from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { createOwnTimers } from '../ownTimers/index.js'
import { nodeTest } from './nodeTest.js'

/**
 * The matchers as node:test has them: the node is what they are given first.
 * Methods merge where a program has both forms of this module, ESM and CommonJS.
 */
declare module 'node:test' {
  interface TestContextAssert {
    toBePreconfirmed(node: MockNode, ...given: Given<'toBePreconfirmed'>): void
    toBeSealed(node: MockNode, ...given: Given<'toBeSealed'>): void
    toBeDropped(node: MockNode, ...given: Given<'toBeDropped'>): void
    toHaveBalance(node: MockNode, ...given: Given<'toHaveBalance'>): void
    toHaveStorageAt(node: MockNode, ...given: Given<'toHaveStorageAt'>): void
    toHaveReceivedRequest(
      node: MockNode,
      ...given: Given<'toHaveReceivedRequest'>
    ): void
    toHaveSubscription(
      node: MockNode,
      ...given: Given<'toHaveSubscription'>
    ): void
    toHaveNoUnexpectedRequests(
      node: MockNode,
      ...given: Given<'toHaveNoUnexpectedRequests'>
    ): void
    toHaveNoUnusedFaults(
      node: MockNode,
      ...given: Given<'toHaveNoUnusedFaults'>
    ): void
    toHaveNoTornReads(
      node: MockNode,
      ...given: Given<'toHaveNoTornReads'>
    ): void
  }
}

type Given<name extends keyof NodeMatchers> = Parameters<NodeMatchers[name]>

const { afterEach, beforeEach, mock, test } = nodeTest

/** The tests that run, each inside the one before it. */
const running: TestContext[] = []

// Tests inherit the hooks of a file, also in suites and as subtests.
beforeEach((context) => {
  if (isTest(context)) running.push(context)
})
afterEach((context) => {
  const at = running.lastIndexOf(context as TestContext)
  if (at >= 0) running.splice(at, 1)
})

/** Suites have hooks, too. */
function isTest(context: unknown): context is TestContext {
  return typeof Object(context).after === 'function'
}

/** Calls the timers that are mocked: those of the test, or those of the file. */
function moveMocked(ms: number) {
  const own = running.at(-1)?.mock.timers
  try {
    own?.tick(ms)
  } catch {
    mock.timers.tick(ms)
  }
}

const timers = createOwnTimers({
  advance: moveMocked,
  // It says neither how many timers wait nor when the next is due.
  toNext: () => moveMocked(1),
  count: () => 1,
})

const runner: Runner = {
  timers,
  toNextTimer: timers.toNextTimer,
  whenTestEnds(end) {
    const context = running.at(-1)
    if (context === undefined) throw new Error('No test of node:test runs.')
    const title = context.name
    const stop = whenNothingIsLeft(title, (error) =>
      end({ errors: [error], title }),
    )
    // Behind all hooks, which may unmount what asks.
    context.after(() => {
      stop()
      end({ errors: errorsOf(context), title })
    })
  },
  timedOut: /timed out after (\d+) ?ms/,
  longer: (ms) => `test(name, { timeout: ${ms} }, fn)`,
  declare: {
    test: (name, run, timeout) => void test(name, { timeout }, run),
    // biome-ignore lint/suspicious/noFocusedTests: it declares one
    only: (name, run, timeout) => void test.only(name, { timeout }, run),
    skip: (name, run, timeout) => void test.skip(name, { timeout }, run),
  },
  spy: "mock.method(node.provider, 'request')",
  testFile: fileOfTest,
}

/**
 * A test that waits for fake timers keeps no process alive, and is cancelled
 * without a hook. What it waits for is printed before that.
 */
function whenNothingIsLeft(
  title: string,
  end: (error: TestError) => void,
): () => void {
  const began = realNow()
  const giveUp = () => {
    const ms = Math.round(realNow() - began)
    const error = {
      message: `"${title}" timed out after ${ms} ms: it waits, and nothing is left that could end it.`,
    }
    end(error)
    // biome-ignore lint/suspicious/noConsole: node:test has an error of its own
    console.error(error.message)
  }
  process.prependListener('beforeExit', giveUp)
  return () => void process.off('beforeExit', giveUp)
}

declare const process: {
  prependListener(name: 'beforeExit', listener: () => void): void
  off(name: 'beforeExit', listener: () => void): void
}

/** The runner prints the cause of its own error, which may be a text. */
function errorsOf(context: TestContext): readonly TestError[] {
  const { error } = context as { error?: Failure | null }
  if (error === undefined || error === null) return []
  const { cause } = error
  if (typeof Object(cause).message === 'string') return [cause as TestError]
  const text = String(cause)
  return [
    {
      get message() {
        return error.cause === cause ? text : error.message
      },
      // Of a time-out some reporters print the one, and some the other.
      set message(message) {
        const thrown = new Error(message)
        // Its frames would be those of this file.
        thrown.stack = `Error: ${message}`
        error.cause = thrown
        error.message = message
      },
    },
  ]
}

type Failure = { message: string; cause?: unknown }

// Since Node 22.14 a test has a place for assertions: t.assert.toBeSealed(…).
const { assert } = nodeTest as { assert?: { register?: Register } }
type Register = (name: string, fn: (...given: never[]) => void) => void
for (const [name, matcher] of Object.entries(matchers))
  assert?.register?.(name, (...given) => {
    const { pass, message } = Reflect.apply(matcher, undefined, given)
    if (!pass) throw new Error(message())
  })

/** The kit, in node:test. */
export const { testNode, nextBeatAsync, nextBlockAsync, advanceAsync }: Kit =
  createKit(runner)

/**
 * Declares a test that runs again and again, each time with one mishap, and
 * fails with the first mishap that breaks it.
 *
 * @example
 * explore('the balance is right', ({ node, watch }) => {
 *   const app = createApp(node.provider)
 *   watch('balance', () => app.balance, [wasTrue({ address: bob })])
 * })
 */
export const explore: ExploreTest = createExplore(runner)
