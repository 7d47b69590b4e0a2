import type { MockNode } from '../../../index.js'
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
  /** Of the faults that hold answers. */
  readonly label: string
}

/** Answers that lead an act to its end at one instant. */
const mostAnswers = 20

/**
 * Acts, and again as a double click does: some 50 ms later for the page, which
 * by then has rendered all that it knows, and before any answer of the network
 * or of a wallet's user.
 */
export function doubleClick<result>(
  act: () => result,
  again: () => void,
  pause: Pause,
): result {
  let held = holdAnswers(pause)
  let isDone = false
  let result: result
  try {
    result = act()
  } catch (error) {
    held.release()
    throw error
  }
  const end = () => {
    isDone = true
  }
  Promise.resolve(result).then(end, end)
  void clickAgain()
  return result

  async function clickAgain() {
    await pause.rest()
    const hasClicked = () => isDone || held.methods().some(isSending)
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
    again()
    await pause.rest()
    held.release()
  }
}

function isSending(method: string | null): boolean {
  return /send|sign/i.test(`${method}`)
}

/** Lets requests and prompts wait. */
function holdAnswers({ nodes, openedWallet, label }: Pause) {
  const wallet = openedWallet()
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
    release() {
      for (const lift of lifts) lift()
      prompts?.release()
    },
  }
}
