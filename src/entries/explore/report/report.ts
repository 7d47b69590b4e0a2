import { count } from '../../../base/words/words.js'
import {
  formatTimeline,
  readTimeline,
  type ShownAt,
  type Timeline,
} from '../../timeline/index.js'
import { type Mishap, type MishapKind, shownText } from '../model/mishap.js'
import type { Look, Run } from '../model/run.js'
import { fullName, type Judged } from '../run/judge.js'
import { withOurs } from '../run/playMishaps.js'

/** An invariant that a run broke, and the mishaps that broke it. */
export type Finding = {
  /** The watch and its invariant, such as `balance: wasTrue`. */
  readonly invariant: string
  /** ms since the node was created */
  readonly at: number
  /** The mistake, in a sentence. */
  readonly text: string
  /** Empty if the run on the plain network already broke it. */
  readonly mishaps: readonly Mishap[]
  /** Other mishaps that break it alike, by name. */
  readonly alike: readonly string[]
  /** The values seen by the watch. */
  readonly looks: readonly Look[]
  /** The watched values as texts, and the page, whenever they changed. */
  readonly shown: readonly ShownAt[]
  /** The story around the finding as text, one for each node. */
  readonly story: readonly string[]
  /** The whole timeline, one for each node. */
  readonly timelines: readonly Timeline[]
  /** The error that the test threw, if that is the mistake. */
  readonly cause?: unknown
}

/** A known finding, with the reason for accepting it. */
export type AcceptedFinding = {
  readonly invariant: string
  readonly mishap: string
  readonly reason: string
}

/** The mishaps that an exploration tried, and its findings. */
export type Exploration = {
  readonly findings: readonly Finding[]
  readonly accepted: readonly AcceptedFinding[]
  /** Mishaps of `accept` that broke no invariant of theirs in any run. */
  readonly acceptedInVain: readonly string[]
  /** Number of runs with mishaps, including those from files. */
  readonly tried: number
  /** Number of single mishaps that the plain run offers. */
  readonly offered: number
  /**
   * How many of these were not tried: left out by `runs`, `shard` or `only`, or
   * because the exploration ended early.
   */
  readonly untried: number
  readonly kinds: { readonly [kind in MishapKind]?: Tally }
  /** The names of mishaps that did not fit the moment. */
  readonly skipped: readonly string[]
  /**
   * Requests and messages that no mishap reached, such as subscription messages
   * of a provider; what a wallet answers by itself is not among them.
   */
  readonly unreachable: readonly string[]
  /** Invariants that had nothing to judge in any run, with the reason. */
  readonly unjudged: readonly {
    readonly invariant: string
    readonly text: string
  }[]
  /** Whether there are invariants besides those of every exploration. */
  readonly isWatched: boolean
  /**
   * Whether the chain stood still on the plain network: no transaction was
   * included, and no step changed state once the test had begun.
   */
  readonly isChainIdle: boolean
  /**
   * The cause that ended it before it had tried all that `runs`, `shard`,
   * `only` and `pairs` choose; null if nothing did.
   */
  readonly endedEarlyBy: 'finding' | 'timeLimit' | null
  /** ms of real time. */
  readonly ms: number
}

export type Tally = { readonly tried: number; readonly skipped: number }

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
    alike: [],
    looks: watch === undefined ? [] : (run.looks.get(watch) ?? []),
    shown: [],
    story: storyAround(run, at, mishaps),
    timelines: run.timelines.map((one) => withOurs(one, mishaps)),
    ...(cause !== undefined && { cause }),
  }
}

const mostLines = 40

/** A block before the mishap, and one after what was wrong. */
function storyAround(
  { nodes, mishaps: acted }: Run,
  at: number,
  mishaps: readonly Mishap[],
): string[] {
  return nodes.map((node) => {
    const block = node.chain.blockTime ?? 2_000
    const first = Math.min(at, ...acted.map((one) => one.at))
    const since = Math.max(0, first - block)
    const timeline = withOurs(
      readTimeline(node, { since, until: at + block }),
      mishaps,
    )
    const text = formatTimeline(timeline, { most: mostLines })
    return `What happened on chain ${node.chain.id} from ${since} to ${timeline.until} ms:\n\n${text || 'nothing'}`
  })
}

/**
 * Formats a finding as text: the broken invariant and when it broke, the values
 * seen, and the story around it.
 *
 * @example
 * for (const finding of findings) console.log(formatFinding(finding))
 */
export function formatFinding(finding: Finding): string {
  const { invariant, text, alike, looks, story } = finding
  return [
    `${invariant} does not hold ${mishapText(finding)}.`,
    sentence(text),
    ...(alike.length === 0
      ? []
      : [`So it does when ${listed(alike, '; when ')}.`]),
    ...(looks.length === 0 ? [] : [looksText(finding)]),
    ...story,
  ].join('\n\n')
}

/**
 * Formats a finding as HTML pages, one for each node, which step through the run
 * with what the application showed beside the chain.
 *
 * @example
 * const [page] = formatFindingPages(finding)
 *
 * @param title - Default the name of the invariant
 * @param excerpt - Lines of the test to show below what failed
 */
export function formatFindingPages(
  finding: Finding,
  title: string = finding.invariant,
  excerpt = '',
): string[] {
  const { invariant, at, text, timelines } = finding
  const [, watch] = /^(.*): /.exec(invariant) ?? []
  const said =
    watch === undefined ? text : text.replace(/^it (?=showed )/, `${watch} `)
  const failure = [
    sentence(said),
    `${invariant} does not hold ${mishapText(finding)}.`,
    ...(excerpt === '' ? [] : [excerpt]),
  ].join('\n\n')
  const last = finding.shown.filter((one) => one.at <= at).length - 1
  const shown = finding.shown.map((one, index) =>
    index === last ? { ...one, isWrong: true } : one,
  )
  return timelines.map((timeline) =>
    formatTimeline(timeline, { as: 'html', title, failure, shown }),
  )
}

/** In words, and by which it is run again. */
function mishapText({ mishaps }: Pick<Finding, 'mishaps'>): string {
  return mishaps.length === 0
    ? 'even though nothing goes wrong'
    : `when ${mishaps.map(({ name }) => name).join(', and ')}`
}

const mostLooks = 12

function looksText({ looks, invariant, at }: Finding): string {
  const [watch] = invariant.split(': ')
  const around = looks.filter((look) => look.at <= at).length - 1
  const first = Math.max(0, around - mostLooks + 3)
  const lines = looks.slice(first, first + mostLooks).map((look) => {
    const isHere = look === looks[around]
    return `${`${look.at}`.padStart(7)} ms  ${shownText(look.value)}${isHere ? '  ←' : ''}`
  })
  return [`What "${watch}" was:`, '', ...lines].join('\n')
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase()
  return `${first}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

const mostNames = 8

/**
 * Formats a report: how many mishaps of each kind were tried, which were left
 * out or did not fit, which requests no mishap can reach, and which findings
 * are accepted, with the reasons.
 */
export function formatExploration({
  tried,
  offered,
  untried,
  kinds,
  skipped,
  unreachable,
  unjudged,
  isWatched,
  isChainIdle,
  findings,
  accepted,
  acceptedInVain,
  endedEarlyBy,
  ms,
}: Exploration): string {
  const all = Object.entries(kinds).map(
    ([kind, { tried, skipped }]) =>
      `${kind} ${tried}${skipped === 0 ? '' : ` (${skipped} did not fit)`}`,
  )
  const ofOffered = offered - untried
  const others = tried - ofOffered
  return [
    `${endedEarlyBy === 'timeLimit' ? 'INCOMPLETE: explored' : 'Explored'} ${count(ofOffered, 'mishap')} of ${offered}${others === 0 ? '' : ` and ${others} more (examples, kept findings, pairs)`} in ${(ms / 1_000).toFixed(1)} s: ${all.join(', ') || 'none'}.`,
    ...(untried === 0
      ? []
      : [
          `Not tried: ${untried}, ${endedEarlyBy === 'finding' ? 'since a finding ended it' : `left out by "runs", "shard"${endedEarlyBy === null ? ' or "only"' : ', "only" or "timeLimit"'}`}.`,
        ]),
    ...(isWatched
      ? []
      : [
          'Nothing is watched: only an error that the test throws, or a rejection that nobody catches, is a finding.',
        ]),
    ...(isChainIdle && findings.length === 0
      ? [
          'In the run without mishaps, no transaction was included and no balance changed after the start, so the test could not reveal a flickering or stale balance. Send a payment in the test, or add one to the "steps" of the node.',
        ]
      : []),
    ...untestedText({ unjudged, unreachable }),
    ...(skipped.length === 0
      ? []
      : [`Did not fit the moment: ${listed(skipped)}.`]),
    ...accepted.map(
      ({ invariant, mishap, reason }) =>
        `Accepted: ${invariant} does not hold when ${mishap}, since ${reason}`,
    ),
    ...(endedEarlyBy === null && untried === 0
      ? acceptedInVain.map(
          (mishap) =>
            `Accepted in vain: nothing breaks when ${mishap}. Remove it from "accept".`,
        )
      : []),
  ].join('\n')
}

/** What the exploration says nothing about, and what to do about it. */
function untestedText({
  unjudged,
  unreachable,
}: Pick<Exploration, 'unjudged' | 'unreachable'>): string[] {
  const textsOf = (all: typeof unjudged) =>
    all.map(({ invariant, text }) => `${invariant} (${text})`)
  const isGoal = ({ invariant }: (typeof unjudged)[number]) =>
    invariant.endsWith('reached')
  const parts = [
    ['Never reached', textsOf(unjudged.filter(isGoal))],
    ['Never judged', textsOf(unjudged.filter((one) => !isGoal(one)))],
    ['Never aimed at', unreachable],
  ] as const
  const never = parts.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${what}: ${listed(names)}`],
  )
  if (never.length === 0) return []
  return [
    `${never.join('. ')}. Of these the exploration says nothing: let the test go that far, with a longer "duration" or what it lacks, and send requests through its node.`,
  ]
}

function listed(names: readonly string[], between = '; '): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join(between)}${more > 0 ? `; and ${more} more` : ''}`
}
