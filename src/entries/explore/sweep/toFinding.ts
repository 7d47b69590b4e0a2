import { formatTimeline, readTimeline } from '../../timeline/index.js'
import type { Finding } from '../model/exploration.js'
import type { Mishap } from '../model/mishap.js'
import type { Run } from '../model/run.js'
import { fullName, type Judged } from '../run/judge.js'

export function toFinding(
  run: Run,
  { watch, invariant, at, text, cause }: Judged,
  mishaps: readonly Mishap[],
): Finding {
  return {
    invariant: fullName(watch, invariant),
    at,
    text,
    mishaps,
    looks: watch === undefined ? [] : (run.looks.get(watch) ?? []),
    story: storyAround(run, at),
    timelines: run.timelines,
    ...(cause !== undefined && { cause }),
  }
}

const mostLines = 40

/** A block before the mishap, and one after what was wrong. */
function storyAround({ nodes, mishaps }: Run, at: number): string[] {
  return nodes.map((node) => {
    const block = node.chain.blockTime ?? 2_000
    const first = Math.min(at, ...mishaps.map((acted) => acted.at))
    const since = Math.max(0, first - block)
    const timeline = readTimeline(node, { since, until: at + block })
    const text = formatTimeline(timeline, { most: mostLines })
    return `What happened on chain ${node.chain.id} from ${since} to ${timeline.until} ms:\n\n${text || 'nothing'}`
  })
}
