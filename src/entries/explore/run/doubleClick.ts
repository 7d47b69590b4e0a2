import type { MockNode } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import type { Wallet } from '../../wallet/index.js'

/** What a double click needs of its run. */
export type Pause = {
  readonly nodes: readonly MockNode[]
  /** The wallet, if the test has asked for it. */
  readonly openedWallet: () => Wallet | undefined
  /** Settles once nothing more happens at this instant. */
  readonly rest: () => Promise<void>
  /** The same of the next instant at which something happens. */
  readonly nextRest: () => Promise<void>
  /** Calls back that many ms later. */
  readonly after: (ms: number, callback: () => void) => void
  /** Of the faults that hold answers. */
  readonly label: string
}

/** Answers that lead an act to its end at one instant. */
const mostAnswers = 20

/** ms between two clicks: for a page time to render all that it knows. */
const clickPause = 50

/**
 * Clicks again as a double click does: before any answer of the network or of a
 * wallet's user. If the test itself has one come at once, there is no double
 * click.
 */
export function clickTwice(again: () => void, pause: Pause): void {
  void clickAgain(holdAnswers(pause), again, pause)
}

async function clickAgain(
  held: ReturnType<typeof holdAnswers>,
  again: () => void,
  pause: Pause,
) {
  await passClick(pause)
  if (!held.hasFailed()) {
    again()
    await passClick(pause)
  }
  held.release()
}

async function passClick({ after, rest }: Pause) {
  await new Promise<void>((resolve) => after(clickPause, resolve))
  await rest()
}

/** The same of an act of which nobody knows when it clicks. */
export function actTwice<result>(
  act: () => result,
  again: () => void,
  pause: Pause,
): result {
  let held = holdAnswers(pause)
  let isDone = false
  const end = () => {
    isDone = true
  }
  try {
    const result = act()
    Promise.resolve(result).then(end, end)
    return result
  } catch (error) {
    end()
    throw error
  } finally {
    void actAgain()
  }

  async function actAgain() {
    await pause.rest()
    const hasClicked = () => isDone || held.methods().some(isOfClick)
    // It may still wait for what there is to click.
    for (let asked = 0; !hasClicked(); ) {
      const isAsking = held.methods().length > 0
      if (isAsking) {
        held.release()
        held = holdAnswers(pause)
      }
      if (isAsking && asked++ < mostAnswers) await pause.rest()
      else await pause.nextRest()
    }
    await clickAgain(held, again, pause)
  }
}

/** Not what a page asks for before it shows what there is to click. */
function isOfClick(method: string | null): boolean {
  return !/accounts|chainId|permissions|^wallet_(connect|switch|add)/i.test(
    `${method}`,
  )
}

/** How often something was sent or signed, answered or not. */
export function sentSoFar({ nodes }: Pick<Pause, 'nodes'>): number {
  return nodes
    .flatMap(({ answeredRequests, waitingRequests }) => [
      ...answeredRequests,
      ...waitingRequests,
    ])
    .filter(({ method }) => /send|sign/i.test(`${method}`)).length
}

/** Lets requests and prompts wait. */
function holdAnswers({ nodes, openedWallet, label }: Pause) {
  const wallet = openedWallet()
  const isClosed = ({ method, state }: Wallet['prompts'][number]) =>
    state !== 'open' && isOfClick(method)
  const closed = () => (wallet?.prompts ?? []).filter(isClosed).length
  const closedBefore = closed()
  const before = nodes.map((node) => ({
    since: node.now,
    ended: storyOf(node).ended(),
  }))
  const isAnswered = (node: MockNode, index: number) => {
    const { since = 0, ended = 0 } = before[index] ?? {}
    const count = storyOf(node).ended() - ended
    const { answeredRequests } = node
    // Of those that are no longer kept, nobody knows what they were.
    if (count > answeredRequests.length) return true
    return answeredRequests
      .slice(answeredRequests.length - count)
      .some(({ at, method }) => at >= since && isOfClick(method))
  }
  const prompts = wallet?.hold({ times: 'all' })
  const lifts = nodes.map((node) => node.fault({ type: 'hold', label }))
  return {
    /** Those that wait. */
    methods: () => [
      ...nodes.flatMap(({ waitingRequests }) =>
        waitingRequests.map(({ method }) => method),
      ),
      ...(wallet?.prompts ?? [])
        .filter(({ state }) => state === 'open')
        .map(({ method }) => method),
    ],
    /** Whether faults and rejections of the test came first. */
    hasFailed: () => closed() > closedBefore || nodes.some(isAnswered),
    release() {
      for (const lift of lifts) lift()
      prompts?.release()
    },
  }
}
