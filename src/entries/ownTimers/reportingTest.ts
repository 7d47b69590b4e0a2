import { type EndTest, realNow, type TestError } from '../kit/index.js'

type Running = {
  /** The title, and when it began in ms of real time. */
  readonly title: string
  readonly began: number
  /** Called if it fails, before its error goes on. */
  fail?: EndTest | undefined
  /** Called in any case. */
  end?: EndTest | undefined
  isSettled: boolean
}

type Fn = (...given: unknown[]) => unknown

/**
 * For a runner that tells no hook how its test ended: a function that declares
 * tests as its own does, and through which an error of a test passes.
 */
export function createReportingTest<test extends object>(declareTest: test) {
  let running: Running | undefined

  function watched(title: string, fn: Fn): Fn {
    const run: Fn = async function (this: unknown, ...given) {
      const own: Running = { title, began: realNow(), isSettled: false }
      running = own
      let thrown: { error: unknown } | undefined
      try {
        await fn.apply(this, given)
      } catch (error) {
        thrown = { error: asError(error) }
      }
      own.isSettled = true
      if (running === own) running = undefined
      const errors = thrown === undefined ? [] : [thrown.error as TestError]
      if (thrown !== undefined) own.fail?.({ errors, title })
      own.end?.({ errors, title })
      if (thrown !== undefined) throw thrown.error
    }
    // By its length a runner knows whether a test takes a callback.
    return Object.defineProperty(run, 'length', { value: fn.length })
  }

  /** Wherever a function stands in what declares a test, it is the test. */
  function wrap(given: readonly unknown[]): unknown[] {
    const named = given.find((one) => typeof one === 'string')
    return given.map((one) => {
      if (typeof one === 'function')
        return watched(String(named ?? one.name), one as Fn)
      const { fn, name } = Object(one) as { fn?: unknown; name?: unknown }
      return typeof fn === 'function'
        ? {
            ...Object(one),
            fn: watched(String(named ?? name ?? fn.name), fn as Fn),
          }
        : one
    })
  }

  function follow(target: object): object {
    return new Proxy(target, {
      apply(fn, self, given) {
        const result = Reflect.apply(fn as Fn, self, wrap(given))
        // As of test.each(table) and test.if(condition).
        return typeof result === 'function' ? follow(result) : result
      },
      get(of, key) {
        const value = Reflect.get(of, key)
        if (typeof value !== 'function') return value
        // Such as Deno.test.beforeEach.
        const isHook = /^(before|after)/.test(String(key))
        return isHook ? value.bind(of) : follow(value.bind(of))
      },
    })
  }

  return {
    test: follow(declareTest) as test,
    /** The test that runs, if it was declared by this function. */
    running: () => running,
  }
}

/** What is thrown may be no error. */
function asError(thrown: unknown): unknown {
  return typeof Object(thrown).message === 'string'
    ? thrown
    : new Error(`thrown: ${String(thrown)}`)
}
