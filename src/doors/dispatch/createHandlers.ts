import { display } from '../../base/hex/display.js'
import { invalidParameters } from '../../base/validation/problem.js'
import { methodName } from '../../node/schema/transactionName.js'
import type { HandleFn } from '../../rpc/schema.js'
import type { AnyHandler } from '../../rpc/view/view.js'

/** The handlers of a node. If a method has several, the newest answers. */
export function createHandlers(): {
  byMethod: ReadonlyMap<string, AnyHandler>
  handle: HandleFn
} {
  const byMethod = new Map<string, AnyHandler>()
  let declared: { method: string; answer: AnyHandler }[] = []

  return {
    byMethod,
    handle(method, answer) {
      const name = methodName.check(method)
      if (!name.ok)
        throw invalidParameters('handle', [
          {
            path: 'method',
            given: name.given,
            expected: 'the name of a method, such as "eth_call"',
            advice: name.advice,
          },
        ])
      if (typeof answer !== 'function')
        throw invalidParameters('handle', [
          {
            path: `answer to ${method}`,
            given: display(answer),
            expected: 'a function (params, view) => result',
          },
        ])
      const own = { method, answer: answer as AnyHandler }
      declared = [own, ...declared]
      byMethod.set(method, own.answer)
      return () => {
        declared = declared.filter((other) => other !== own)
        const older = declared.find((other) => other.method === method)
        if (older === undefined) byMethod.delete(method)
        else byMethod.set(method, older.answer)
      }
    },
  }
}
