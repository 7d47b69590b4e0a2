import { askerIn } from '../../base/errors/askerIn.js'
import { PresealError } from '../../base/errors/errors.js'
import type {
  Body,
  Exploration,
  ExploreOptions,
  Finding,
} from '../explore/index.js'
import {
  type DeclareFn,
  excerptAt,
  findLines,
  type Runner,
  realNow,
} from '../kit/index.js'
import { environment, keepFound, nameOf, readFound } from './files.js'

/** The part of a test runner that an exploration needs. */
type ExploreRunner = Pick<
  Runner,
  'timers' | 'declare' | 'testFile' | 'addPages'
>

/** Declares an explored test. */
export type ExploreFn = (
  name: string,
  body: Body,
  options?: ExploreOptions,
) => void

export type ExploreTest = ExploreFn & {
  readonly only: ExploreFn
  readonly skip: ExploreFn
}

/** ms of real time that are left to say that the time was up. */
const margin = 30_000

/** ms of real time between two lines of progress */
const pause = 5_000

/** `explore`, in a test runner. */
export function createExplore(runner: ExploreRunner): ExploreTest {
  const declaredBy =
    (declare: DeclareFn): ExploreFn =>
    (name, body, options = {}) => {
      const { timeLimit = 120_000 } = options
      const declared = new Error()
      const start = () => run(name, body, options, declared)
      declare(name, start, timeLimit + margin)
    }

  async function run(
    name: string,
    body: Body,
    options: ExploreOptions,
    declared: Error,
  ) {
    // Test files that explore nothing load neither this nor the wallet of it.
    const {
      explore,
      formatExploration,
      formatFinding,
      formatFindingPages,
      formatFound,
      parseFound,
    } = await import('../explore/index.js')
    const { seed = name, pairs, shard } = environment()
    const file = runner.testFile(declared)
    let printedAt = realNow()
    const exploration = await explore(body, {
      seed,
      ...options,
      pairs: pairs ?? options.pairs,
      shard: shard ?? options.shard,
      timers: runner.timers,
      found: readFound(file, name, parseFound),
      onRun({ tried, of }) {
        if (realNow() - printedAt < pause) return
        printedAt = realNow()
        print(`explore "${name}": ${tried} of ${of}`)
      },
    })
    const report = formatExploration(exploration)
    const [first] = exploration.findings
    if (first !== undefined) {
      if (environment().arePagesWanted)
        runner.addPages?.(
          formatFindingPages(first, name, excerptOf(first, file, declared)),
        )
      const texts = exploration.findings.map((finding) =>
        [
          formatFinding(finding),
          afterwards(
            file,
            name,
            finding,
            formatFound(name, finding, nameOf(file)),
          ),
        ].join('\n\n'),
      )
      throw mishapFound([...texts, report].join('\n\n'), first.cause)
    }
    if (exploration.endedEarlyBy === 'timeLimit' && exploration.tried === 0)
      throw new PresealError(
        'ExplorationError',
        `explore: real time ran out before anything was tried. Give it more with "timeLimit", or fewer "runs". ${report}`,
      )
    if (hasUnjudged(exploration, options, shard ?? options.shard))
      throw new PresealError(
        'ExplorationError',
        `explore: an invariant had nothing to judge in any run, so it proves nothing. Watch what it is for, give the test more time with "duration", or leave it out. ${report.replaceAll('\n', ' ')}`,
      )
    print(`explore "${name}"\n${report}`)
  }

  const { test, only, skip } = runner.declare
  return Object.assign(declaredBy(test), {
    only: declaredBy(only),
    skip: declaredBy(skip),
  })
}

/**
 * Whether an invariant had nothing to judge in all runs. Of a part of them
 * nobody knows.
 */
function hasUnjudged(
  { unjudged, tried, endedEarlyBy }: Exploration,
  { runs, only }: ExploreOptions,
  shard: string | undefined,
): boolean {
  const isPart =
    runs === 0 || (only ?? shard) !== undefined || endedEarlyBy === 'timeLimit'
  return unjudged.length > 0 && tried > 0 && !isPart
}

/** The line of the watch that failed, else that of the exploration. */
function excerptOf(
  { invariant }: Finding,
  file: string | undefined,
  declared: Error,
): string {
  const [watch = ''] = invariant.split(': ')
  const name = watch.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const [first] = findLines(file, new RegExp(`\\bwatch\\(['"\`]${name}['"\`]`))
  const line = first?.line ?? askerIn(declared.stack).line
  return line === undefined ? '' : excerptAt(line)
}

/** The place where a test runner shows output of tests. */
function print(text: string) {
  // biome-ignore lint/suspicious/noConsole: whoever runs the tests reads it
  console.info(text)
}

/** How to go on with it. */
function afterwards(
  file: string | undefined,
  name: string,
  { mishaps, invariant }: Finding,
  text: string,
): string {
  if (mishaps.length === 0) return 'The plain network gets no file.'
  const path = keepFound(file, name, invariant, text)
  const alone =
    mishaps.length === 1
      ? ` To run it alone: { only: ${JSON.stringify(mishaps[0]?.id)} }.`
      : ''
  return path === undefined
    ? `Not written here. As a file of __mishaps__ beside the test it is tried first:\n\n${text}${alone.trim()}`
    : `Kept in ${path}, which the next run tries first: commit it.${alone}`
}

/** Unlike other messages, this one has lines: those of the story. */
function mishapFound(text: string, cause: unknown) {
  const error = new PresealError('MishapFoundError', '', { cause })
  error.message = text
  return error
}
