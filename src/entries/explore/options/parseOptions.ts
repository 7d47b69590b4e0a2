import type { PresealError } from '../../../base/errors/errors.js'
import {
  arrayOf,
  fitting,
  optional,
  readFields,
} from '../../../base/validation/fields.js'
import { invalidOptions } from '../../../base/validation/invalid.js'
import type { Problem } from '../../../base/validation/problem.js'
import {
  boolean,
  isFunction,
  natural,
  nonEmptyText,
  positive,
} from '../../../base/validation/values.js'
import type { TestNodeOptions, Timers } from '../../kit/index.js'
import type { WalletOptions } from '../../wallet/index.js'
import type { Mishap } from '../model/mishap.js'
import type { Invariant } from '../model/run.js'
import type { Acceptance, PureOptions } from './options.js'
import { type FakeTimersPackage, toTimers } from './toTimers.js'

const isObject = (given: unknown) => typeof given === 'object' && given !== null

type NodeOptions = TestNodeOptions | (() => TestNodeOptions)

const nodeOptions = fitting<NodeOptions>(
  (given) => isObject(given) || isFunction(given),
  'the options of a node, or a function that makes them',
)

const mishap = fitting<Mishap>(
  (given) =>
    typeof (Object(given) as Mishap).name === 'string' &&
    typeof (Object(given) as Mishap).kind === 'string',
  'a mishap with its "kind" and "name"',
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
  examples: optional(arrayOf(mishap), []),
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

/** Every default in place. @throws InvalidOptionsError */
export function parseOptions(given: PureOptions) {
  const read = readFields(given, fields, 'an object')
  if (!read.ok) throw invalidOptionsError(read.problems)
  const { node, nodes, timers, ...others } = read.value
  if (node !== undefined && nodes !== undefined)
    throw wrongNodes('given beside "node"', 'one of the two')
  const all = nodes ?? [node ?? {}]
  if (all.length === 0)
    throw wrongNodes('an empty array', 'the options of at least one node')
  return { ...others, nodes: all, timers: toTimers(timers) }
}

function wrongNodes(given: string, expected: string) {
  return invalidOptionsError([{ path: 'nodes', given, expected }])
}

export function invalidOptionsError(
  problems: readonly Problem[],
  asked = 'explore',
): PresealError<'InvalidOptionsError'> {
  return invalidOptions(asked, problems)
}
