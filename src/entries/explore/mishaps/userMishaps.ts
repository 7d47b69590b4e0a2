import { isPromptMethod } from '../../../rpc/method/walletMethods.js'
import type { Timeline, TimelineRequest } from '../../timeline/index.js'
import type { PromptMethod } from '../../wallet/index.js'
import type { UserAct } from '../model/mishap.js'
import { aimAtWallet } from './aimsOf.js'
import type { Candidate } from './candidate.js'
import { nthOf } from './reading/nthOf.js'
import { seriesOf } from './reading/seriesOf.js'

/** The wallet's user rejects each prompt once, and goes elsewhere after each. */
export function userMishaps(timelines: readonly Timeline[]): Candidate[] {
  const prompts = timelines
    .flatMap(({ answeredRequests }) => answeredRequests)
    .filter(isPrompt)
    .sort((one, other) => one.at - other.at)
  const series = seriesOf(prompts, ({ method }) => [`${method}`])
  const rejected = [...series].flatMap(([method, like]) =>
    like.map(
      (_, index): Candidate => ({
        kind: 'rejected',
        aim: aimAtWallet(method),
        rank: index,
        name: `the user rejects ${nthOf(index, like.length, method)}`,
        user: { type: 'reject', method: method as PromptMethod, skip: index },
      }),
    ),
  )
  const [, other] = timelines
  const switched = prompts.flatMap((prompt, index) => {
    const { method, settledAt } = prompt
    const at = settledAt + 1
    const like = series.get(`${method}`) ?? []
    const after = nthOf(like.indexOf(prompt), like.length, `${method}`)
    const act = (name: string, user: UserAct): Candidate => ({
      kind: user.type === 'disconnect' ? 'disconnected' : 'switched',
      aim: aimAtWallet(method),
      rank: 1 + index,
      name: `the user ${name} right after ${after}`,
      user,
    })
    return [
      act('switches to another account', {
        type: 'switchAccount',
        at,
        account: 1,
      }),
      ...(other === undefined
        ? []
        : [
            act('switches to another chain', {
              type: 'switchChain',
              at,
              chainId: other.chainId,
            }),
          ]),
      act('disconnects the wallet', { type: 'disconnect', at }),
    ]
  })
  return [...rejected, ...switched]
}

function isPrompt({ via, method }: TimelineRequest): boolean {
  return via === 'wallet' && method !== null && isPromptMethod(method)
}
