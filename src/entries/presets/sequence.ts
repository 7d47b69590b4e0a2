import { isPlain } from '../../base/hex/display.js'
import type {
  Fault,
  InclusionRule,
  MockNodeOptions,
  Step,
} from '../../index.js'
import { checkOption } from './internal/checkOption.js'
import { createNaming } from './internal/createNaming.js'
import { merge } from './internal/merge.js'
import { renamed } from './internal/renamed.js'
import type { Scenario } from './internal/scenario.js'
import { shifted } from './internal/shifted.js'

/**
 * Joins scenarios into one that plays them in sequence.
 *
 * @example
 * const story = sequence(steady({ blocks: 2 }), droppedTail())
 * const node = createMockNode(story)
 * node.advance(4_000) // here the story of the dropped tail begins
 *
 * @param scenarios - Presets, or other options of `createMockNode`. Each begins
 * after the `duration` of the one before, or, without one, at the first
 * boundary after its last step; its `importedBlocks` are imported then. Its faults and
 * inclusion rules end with it. Repeated labels get a number, as in `payment#2`.
 * All other options, such as accounts, apply throughout.
 * @throws InvalidPresetError if two stories differ in an option or account,
 * or in how they are sealed, and if a story has steps after its `duration`.
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
  })
  const sealing = scenarios.map(({ sealing = 'timed' }) => sealing)
  sealing.forEach((given, position) => {
    checkOption(
      given === sealing[0],
      'sequence',
      `scenarios[${position}].sealing`,
      given,
      `"${sealing[0]}", as in the first story; a recording or a stream stands alone`,
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
  const inclusion: InclusionRule[][] = []
  const steps: Step[][] = []
  let start = 0
  scenarios.forEach((scenario, position) => {
    const end = start + durationOf(scenario, options.blockTime, position)
    const story = shifted(scenario, start, end)
    faults.push(story.faults)
    inclusion.push(story.inclusion)
    steps.push(renamed(story.steps, name))
    start = end
  })
  return {
    version: 1,
    ...options,
    faults: faults.flat(),
    ...(inclusion.flat().length > 0 && { inclusion: inclusion.flat() }),
    steps: steps.flat(),
    duration: start,
  }
}

/** The options of a story that hold for the whole. */
function optionsOf(scenario: MockNodeOptions): MockNodeOptions {
  const options: MockNodeOptions = Object.fromEntries(
    Object.entries(scenario).filter(([name]) => !told.includes(name)),
  )
  const accounts = Object.entries(options.accounts ?? {}).map(
    ([address, account]) => [address.toLowerCase(), account] as const,
  )
  return { ...options, accounts: Object.fromEntries(accounts) }
}

const told = [
  'version',
  'importedBlocks',
  'faults',
  'inclusion',
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
