import FakeTimers from '@sinonjs/fake-timers'
import {
  type Body,
  explore,
  formatFinding,
  formatFindingPages,
  type Seen,
} from 'preseal/explore'
import type { Declared } from './declared.js'
import type { Asked, Moment, Progress, Result, Said } from './result.js'

/** The mishap of the run that is drawn, whether or not it breaks the page. */
const shown = 'reorged/empty-1/block/1'

/** Within a worker: explores whatever test the page asks for. */
export function answerWith(testOf: (asked: Asked) => Declared) {
  // wagmi looks for wallets in a window.
  Object.assign(self, { window: self })
  const say = (said: Said) => self.postMessage(said)
  self.onmessage = async ({ data }: MessageEvent<Asked>) => {
    try {
      say({ result: await explorePayment(testOf(data), say) })
    } catch (error) {
      say({ error: String(error) })
    }
  }
}

/** Explores a test of a payment, as its runner does. */
export async function explorePayment(
  { name, body, options }: Declared,
  onRun: (progress: Progress) => void,
): Promise<Result> {
  const all = { ...options, timers: FakeTimers, seed: name }
  const tried: string[] = []
  let seen: Seen | undefined
  const recorded = recording(body, (run) => {
    seen = run
  })
  const exploration = await explore(recorded, {
    ...all,
    onRun({ of }) {
      const names = seen?.mishaps.map(({ mishap }) => mishap.name) ?? []
      tried.push(names.join(', and '))
      onRun({ tried: tried.length, of, name: names.join(', and ') })
    },
  })
  const [finding] = exploration.findings
  await explore(recorded, { ...all, only: shown })
  return {
    name,
    offered: exploration.offered,
    tried,
    printed: finding === undefined ? null : formatFinding(finding),
    page:
      finding === undefined
        ? null
        : (formatFindingPages(finding, name)[0] ?? null),
    moments: seen === undefined ? [] : momentsOf(seen),
    paidAt: seen?.plain.looks.find(({ value }) => value === 'Paid')?.at ?? null,
    ms: exploration.ms,
  }
}

/** The same test, with its runs handed to `keep`. */
function recording(body: Body, keep: (seen: Seen) => void): Body {
  return (explored) => {
    const watch: typeof explored.watch = (name, look, invariants) =>
      explored.watch(name, look, [(seen) => void keep(seen), ...invariants])
    // The wallet opens where it is read.
    return body(Object.create(explored, { watch: { value: watch } }))
  }
}

/** Each instant at which the chain, until its reorg, or the page changed. */
function momentsOf({ looks, timelines }: Seen): Moment[] {
  const events = timelines[0]?.events ?? []
  const reorg = events.find(({ type }) => type === 'reorged')?.at ?? 0
  const sealed = events.filter((event) => event.type === 'sealed')
  const instants = [
    0,
    ...sealed.map(({ at }) => at).filter((at) => at <= reorg),
    ...looks.map(({ at }) => at),
  ]
  return [...new Set(instants)]
    .sort((one, other) => one - other)
    .map((at) => {
      const block = sealed.filter((event) => event.at <= at).at(-1)
      return {
        at,
        block: Number(block?.blockNumber ?? 0),
        isPaid: (block?.transactions.length ?? 0) > 0,
        isReorg: at === reorg,
        page: `${looks.filter((look) => look.at <= at).at(-1)?.value}`,
      }
    })
}
