import { isPresealError } from '../../../base/errors/errors.js'
import {
  arrayOf,
  fitting,
  optional,
  readOptions,
} from '../../../base/validation/fields.js'
import { invalidParameters } from '../../../base/validation/problem.js'
import {
  boolean,
  isFunction,
  natural,
  nonEmptyText,
  positive,
} from '../../../base/validation/values.js'
import { formatScenario } from '../../../index.js'
import {
  fakedTimers,
  type TestNodeOptions,
  type Timers,
} from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import {
  type Example,
  type Mishap,
  type MishapKind,
  mishapKinds,
  usualOutage,
} from '../model/mishap.js'
import type { Invariant } from '../model/run.js'

/** A known finding, and why it is accepted. */
export type Acceptance = {
  /** The mishap's id or name, or a pattern for one of them. */
  readonly mishap: string | RegExp
  /** Such as `balance: wasTrue`; default any */
  readonly invariant?: string | undefined
  readonly reason: string
}

export type ExploreOptions = {
  /** Length of each run, in ms of the chain's time; default 20_000 */
  readonly duration?: number | undefined
  /** Maximum of single mishaps to try; default 200 */
  readonly runs?: number | undefined
  /** Options of the node, as for `testNode`. */
  readonly node?: TestNodeOptions | (() => TestNodeOptions) | undefined
  /** Options of several nodes, in place of `node`. */
  readonly nodes?:
    | readonly (TestNodeOptions | (() => TestNodeOptions))[]
    | undefined
  /**
   * Options of the wallet; by default the first account has 10 ether, and each
   * other one 1 less
   */
  readonly wallet?: WalletOptions | undefined
  /** Invariants of the whole run, in addition to those of watched values. */
  readonly invariants?: readonly Invariant[] | undefined
  /** Tries rare mishaps, too (see `mishapsOf`); default false */
  readonly unfair?: boolean | undefined
  /**
   * How much each kind of mishap is worth: 0 leaves it out, 2 tries it earlier;
   * default 1
   *
   * @example
   * { kinds: { reorged: 0, repeated: 2 } }
   */
  readonly kinds?: { readonly [kind in MishapKind]?: number } | undefined
  /** ms for which an endpoint that fails goes on failing; default 10_000 */
  readonly outage?: number | undefined
  /**
   * Your own mishaps, tried before those that the plain run offers, and in
   * addition to `runs`.
   */
  readonly examples?: readonly Example[] | undefined
  /** Number of pairs of mishaps to try after the single ones; default 0 */
  readonly pairs?: number | undefined
  /** Seed for drawing pairs; default the name of the test */
  readonly seed?: string | undefined
  /** The share of the mishaps to try here, such as `'2/4'`. */
  readonly shard?: string | undefined
  /** The id or the name of the one mishap to try. */
  readonly only?: string | undefined
  /** Known findings. */
  readonly accept?: readonly Acceptance[] | undefined
  /** Number of findings after which the exploration ends; default 1 */
  readonly bail?: number | undefined
  /** ms of real time after which it ends as incomplete; default 120_000 */
  readonly timeLimit?: number | undefined
}

export type PureOptions = ExploreOptions & {
  /** Fake timers: `@sinonjs/fake-timers`, or an equivalent. */
  readonly timers: Timers | FakeTimersPackage
  /** Mishaps of earlier findings, tried first. */
  readonly found?: readonly (readonly Mishap[])[] | undefined
  /** Called after each run. */
  readonly onRun?:
    | ((progress: { readonly tried: number; readonly of: number }) => void)
    | undefined
}

/** The part of `@sinonjs/fake-timers` that is used. */
export type FakeTimersPackage = {
  install(config: {
    now: number
    toFake: (typeof fakedTimers)[number][]
  }): FakeClock
}

type FakeClock = {
  tick(ms: number): unknown
  next(): unknown
  countTimers(): number
  uninstall(): unknown
}

/** Timers that are faked by the package of that name. */
export function toTimers(given: Timers | FakeTimersPackage): Timers {
  if (!('install' in given)) return given
  let clock: FakeClock | undefined
  return {
    fake(now) {
      clock?.uninstall()
      clock = given.install({ now, toFake: [...fakedTimers] })
    },
    restore() {
      clock?.uninstall()
      clock = undefined
    },
    advance: (ms) => void clock?.tick(ms),
    fireNextTimer: () => void clock?.next(),
    countTimers: () => clock?.countTimers() ?? 0,
  }
}

const isObject = (given: unknown) => typeof given === 'object' && given !== null

type NodeOptions = TestNodeOptions | (() => TestNodeOptions)

const nodeOptions = fitting<NodeOptions>(
  (given) => isObject(given) || isFunction(given),
  'the options of a node, or a function that makes them',
)

const isKind = (given: unknown) =>
  (mishapKinds as readonly unknown[]).includes(given)

const acts = [
  'steps',
  'user',
  'innerCall',
  'resend',
  'forgets',
  'wallet',
  'limits',
  'phase',
] as const

const example = fitting<Example>((given) => {
  const { kind, name, steps = [], ...others } = Object(given) as Example
  const does = { steps: steps.length > 0 ? steps : undefined, ...others }
  return (
    isKind(kind) &&
    typeof name === 'string' &&
    acts.some((act) => does[act] !== undefined)
  )
}, 'a mishap { kind, name, steps }, of one of the kinds of docs/reference/explore.md')

const mishap = fitting<Mishap>(
  (given) =>
    isKind((Object(given) as Mishap).kind) &&
    typeof (Object(given) as Mishap).id === 'string',
  'a mishap with its "kind" and "id"',
)

const weights = fitting<NonNullable<ExploreOptions['kinds']>>(
  (given) =>
    isObject(given) &&
    Object.entries(given as object).every(
      ([kind, weight]) =>
        isKind(kind) && Number.isFinite(weight) && Number(weight) >= 0,
    ),
  'a number from 0 on for kinds of mishaps, such as { reorged: 0 }',
)

const acceptance = fitting<Acceptance>((given) => {
  const { mishap, reason } = Object(given) as Partial<Acceptance>
  const isNamed = typeof mishap === 'string' || mishap instanceof RegExp
  return isNamed && typeof reason === 'string' && reason !== ''
}, '{ mishap, reason }, the mishap by its name or a pattern, and why it stands')

/** ms of a beat: whoever gives less means seconds. */
const shortest = 200

const fields = {
  duration: optional(
    fitting<number>(
      (given) => Number.isSafeInteger(given) && Number(given) >= shortest,
      `ms of the chain's time, ${shortest} or more, such as 20_000`,
    ),
    20_000,
  ),
  runs: optional(natural, 200),
  node: optional(nodeOptions, undefined),
  nodes: optional(arrayOf(nodeOptions), undefined),
  wallet: optional(fitting<WalletOptions>(isObject, 'an object'), undefined),
  invariants: optional(
    arrayOf(fitting<Invariant>(isFunction, 'a function')),
    [],
  ),
  unfair: optional(boolean, false),
  kinds: optional(weights, undefined),
  outage: optional(positive, usualOutage),
  examples: optional(arrayOf(example), []),
  pairs: optional(natural, 0),
  seed: optional(nonEmptyText, undefined),
  shard: optional(
    fitting<string>((given) => {
      const [, part, of] = /^(\d+)\/(\d+)$/.exec(`${given}`) ?? []
      return Number(part) >= 1 && Number(part) <= Number(of)
    }, 'a part such as "2/4"'),
    undefined,
  ),
  only: optional(nonEmptyText, undefined),
  accept: optional(arrayOf(acceptance), []),
  bail: optional(positive, 1),
  timeLimit: optional(positive, 120_000),
  timers: fitting<Timers | FakeTimersPackage>(
    (given) =>
      isObject(given) &&
      ('install' in (given as object) || 'fireNextTimer' in (given as object)),
    'fake timers, such as the package @sinonjs/fake-timers',
  ),
  found: optional(arrayOf(arrayOf(mishap)), []),
  onRun: optional(
    fitting<NonNullable<PureOptions['onRun']>>(isFunction, 'a function'),
    undefined,
  ),
}

/** Every default in place. @throws InvalidParametersError */
export function parseOptions(given: PureOptions) {
  const read = readOptions('explore', given, fields)
  const { node, nodes, timers, ...others } = read
  if (node !== undefined && nodes !== undefined)
    throw wrongNodes('given beside "node"', 'one of the two')
  const all = nodes ?? [node ?? {}]
  if (all.length === 0)
    throw wrongNodes('an empty array', 'the options of at least one node')
  return {
    ...others,
    examples: others.examples.map(toMishap),
    nodes: all,
    timers: toTimers(timers),
  }
}

/** @throws InvalidParametersError naming every step that is wrong. */
function toMishap(example: Example, index: number): Mishap {
  const { kind, name, steps } = example
  try {
    if (steps !== undefined) formatScenario({ version: 1, steps })
  } catch (error) {
    if (!isPresealError(error, 'InvalidScenarioError')) throw error
    throw invalidParameters(
      'explore',
      error.problems.map((problem) => ({
        ...problem,
        path: `examples[${index}].${problem.path}`,
      })),
    )
  }
  return {
    id: `${kind}/example/${index + 1}`,
    target: `example ${index + 1}`,
    place: 1,
    subject: name,
    ...example,
  }
}

function wrongNodes(given: string, expected: string) {
  return invalidParameters('explore', [{ path: 'nodes', given, expected }])
}
