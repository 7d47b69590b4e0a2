import type { Chain } from '../../../chain/blocks/chain.js'
import type { latestState } from '../../../chain/intents/reorg.js'
import type { Runtime } from '../../../node/runtime/cell/runtime.js'
import type { loadState } from '../../../node/runtime/transitions/blocks.js'
import type { methods } from '../../../rpc/methods/methods.js'
import { defaultAnswers, type View } from '../../../rpc/view/view.js'

/** What is used of the main entry: imported, it would be here a second time. */
export type Main = {
  readonly runtime: Runtime
  /** The number of resets. */
  readonly instance: { readonly resets: number }
  readonly methods: typeof methods
  readonly latestState: typeof latestState
  readonly loadState: typeof loadState
}

/** What a method answers of sealed blocks, whatever options say of others. */
export type Ask = <value>(
  method: keyof Main['methods'],
  ...params: readonly unknown[]
) => value

export function askOf(chain: Chain, { methods }: Pick<Main, 'methods'>): Ask {
  const view: View = {
    chain,
    now: 0,
    pendingIdentity: 'partialHash',
    answering: defaultAnswers,
  }
  return <value>(
    name: keyof Main['methods'],
    ...params: readonly unknown[]
  ) => {
    const method = methods[name]
    if (!('answer' in method)) throw new TypeError(`${name} writes`)
    const args = method.params.map(({ parse }, at) => {
      const parsed = parse(params[at])
      if (!parsed.ok) throw new TypeError(parsed.expected)
      return parsed.value
    })
    const answer = method.answer(view, args)
    if (answer.type === 'error') throw new Error(answer.error.message)
    return answer.value as value
  }
}
