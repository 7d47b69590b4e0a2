import { display, isPlain } from '../../base/hex/display.js'
import type {
  Fault,
  ImportParameters,
  MockNodeOptions,
  Step,
} from '../../index.js'
import { mapNames } from '../../node/runtime/script/mapNames.js'
import { checkOption, createNaming, type Scenario } from './preset.js'

/**
 * Joins scenarios into one that plays them in sequence.
 *
 * @example
 * const scenario = sequence(steady({ blocks: 2 }), droppedTail())
 * const node = createMockNode(scenario)
 * node.advance(4_000) // here the dropped tail begins
 *
 * @param scenarios - Presets, or other options of `createMockNode`. Each begins
 * after the `duration` of the one before, or, without one, at the first
 * boundary after its last step; its `importedBlocks` are imported then. Its faults
 * end with it. Repeated labels get a number, as in `payment#2`.
 * All other options, such as accounts, apply throughout.
 * @throws InvalidParametersError if two scenarios differ in an option or account,
 * or in how they are sealed, and if one has steps after its `duration`.
 */
export function sequence(...scenarios: readonly MockNodeOptions[]): Scenario {
  scenarios.forEach((scenario, position) => {
    checkOption(
      typeof scenario === 'object' && scenario !== null && isPlain(scenario),
      'sequence',
      `scenarios[${position}]`,
      scenario,
      'a scenario, as presets return them',
    )
    for (const name of listOptions) {
      const { [name]: given } = scenario
      checkOption(
        given === undefined ||
          (Array.isArray(given) && given.every((one) => Object(one) === one)),
        'sequence',
        `scenarios[${position}].${name}`,
        given,
        'an array of objects',
      )
    }
  })
  const sealing = scenarios.map(({ sealing = 'timed' }) => sealing)
  sealing.forEach((given, position) => {
    checkOption(
      given === sealing[0],
      'sequence',
      `scenarios[${position}].sealing`,
      given,
      `"${sealing[0]}", as in the first scenario; a recording or a stream stands alone`,
    )
  })
  const options: MockNodeOptions = scenarios
    .map(optionsOf)
    .reduce(
      (before, after, position) =>
        merge(before, after, `scenarios[${position}]`),
      {},
    )
  const name = createNaming()
  const faults: Fault[][] = []
  const steps: Step[][] = []
  let start = 0
  scenarios.forEach((scenario, position) => {
    const end = start + durationOf(scenario, options.blockTime, position)
    const story = shifted(scenario, start, end)
    faults.push(story.faults)
    steps.push(renamed(story.steps, name))
    start = end
  })
  return {
    version: 1,
    ...options,
    faults: faults.flat(),
    steps: steps.flat(),
    duration: start,
  }
}

const listOptions = ['importedBlocks', 'faults', 'steps'] as const

/** The options of a story that hold for the whole. */
function optionsOf(scenario: MockNodeOptions): MockNodeOptions {
  const options: MockNodeOptions = Object.fromEntries(
    Object.entries(scenario).filter(([name]) => !eventOptions.includes(name)),
  )
  const accounts = Object.entries(options.accounts ?? {}).map(
    ([address, account]) => [address.toLowerCase(), account] as const,
  )
  return { ...options, accounts: Object.fromEntries(accounts) }
}

const eventOptions = [
  'version',
  'importedBlocks',
  'faults',
  'steps',
  'duration',
]

function durationOf(
  { steps = [], duration }: MockNodeOptions,
  blockTime = 2_000,
  position = 0,
): number {
  const last = steps.at(-1)?.at ?? 0
  if (duration === undefined)
    return (Math.floor(last / blockTime) + 1) * blockTime
  checkOption(
    Number.isSafeInteger(duration) && duration >= last,
    'sequence',
    `scenarios[${position}].duration`,
    duration,
    `a whole number of ms from ${last} on, where its last step is`,
  )
  return duration
}

type Data = { readonly [key: string]: unknown }

/**
 * Both, merged object by object; a difference is refused by its name.
 *
 * @throws InvalidParametersError
 */
function merge(before: Data, after: Data, name: string): Data {
  const merged = { ...before }
  for (const [key, value] of Object.entries(after)) {
    const known = merged[key]
    const path = `${name}.${key}`
    if (value === undefined || Object.is(known, value)) continue
    if (known === undefined) merged[key] = value
    else if (isData(known) && isData(value))
      merged[key] = merge(known, value, path)
    else
      checkOption(
        Array.isArray(known) && isSameList(known, value),
        'sequence',
        path,
        value,
        `nothing, or ${display(known)} as an earlier scenario has it, since one node plays all`,
      )
  }
  return merged
}

/** The lists among the options hold names. */
function isSameList(one: readonly unknown[], other: unknown): boolean {
  return (
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => Object.is(item, other[index]))
  )
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && isPlain(value)
}

/** The events of a story. */
type Events = {
  readonly importedBlocks?: readonly ImportParameters[] | undefined
  readonly faults?: readonly Fault[] | undefined
  readonly steps?: readonly Step[] | undefined
}

/** The same, `start` ms later, and over by `end`. */
function shifted(
  { importedBlocks = [], faults = [], steps = [] }: Events,
  start: number,
  end: number,
): { faults: Fault[]; steps: Step[] } {
  const move = (fault: Fault): Fault => ({
    ...fault,
    since: start + (fault.since ?? 0),
    until: Math.min(end, start + (fault.until ?? end)),
  })
  return {
    faults: faults.map(move).filter(({ since = 0 }) => since < end),
    steps: [
      ...importedBlocks.map(
        (block): Step => ({ at: start, type: 'importBlock', ...block }),
      ),
      ...steps.map((step): Step => {
        const at = start + step.at
        return step.type === 'fault'
          ? { ...step, at, fault: move(step.fault) }
          : { ...step, at }
      }),
    ],
  }
}

/** The steps of a story with labels that none before it has. */
function renamed(
  steps: readonly Step[],
  rename: (label: string) => string,
): Step[] {
  const names = new Map<string, string>()
  return steps.map((step) =>
    mapNames(step, (name, role) => {
      if (role === 'label') names.set(name, rename(name))
      // A hash, or what the node will refuse: no step has that label.
      return names.get(name) ?? name
    }),
  )
}
