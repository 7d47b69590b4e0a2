import { invalidParameters } from '../../../base/validation/problem.js'
import {
  formatScenario,
  type MockNodeOptions,
  parseScenario,
  type Step,
} from '../../../index.js'
import type { Mishap } from '../model/mishap.js'
import type { Finding } from './report.js'

/** The stored part of a finding, enough to try it again. */
export type Found = {
  readonly test: string
  /** The name of its file, without folders; absent: any that has the test. */
  readonly file?: string | undefined
  readonly invariant: string
  readonly mishaps: readonly Mishap[]
}

/**
 * Formats a finding as the text of a file. Its `scenario` holds the chain's
 * part, which `createMockNode` plays and `npx preseal show` draws.
 *
 * @param test - The name of the test.
 * @param file - The name of its file; default any in the folder.
 */
export function formatFound(
  test: string,
  finding: Finding,
  file?: string | undefined,
): string {
  const { invariant, text, mishaps, timelines } = finding
  const [first] = timelines
  const chainId = mishaps[0]?.chainId ?? first?.chainId
  const timeline = timelines.find((one) => one.chainId === chainId) ?? first
  const steps = mishaps
    .filter((mishap) => (mishap.chainId ?? chainId) === chainId)
    .flatMap((mishap) => mishap.steps ?? [])
    .sort((one, other) => one.at - other.at)
  const scenario: MockNodeOptions = {
    version: 1,
    ...(chainId !== undefined && { chainId }),
    ...(timeline && { duration: timeline.until }),
    steps: steps.map(withoutLabel),
  }
  const found = {
    test,
    ...(file !== undefined && { file }),
    invariant,
    text,
    mishaps: mishaps.map(({ steps, ...mishap }) => ({
      ...mishap,
      ...(steps && { steps: toJson({ version: 1, steps }).steps }),
    })),
    scenario: toJson(scenario),
  }
  return `${JSON.stringify(found, null, 2)}\n`
}

/**
 * Parses a text of `formatFound`.
 *
 * @param name - Name of the file, for messages.
 * @throws InvalidParametersError if the text is malformed.
 */
export function parseFound(text: string, name = 'found'): Found {
  try {
    const { mishaps, ...found } = JSON.parse(text) as Found
    return { ...found, mishaps: mishaps.map(fromJson) }
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : `${cause}`
    throw invalidParameters('explore', [
      {
        path: name,
        given: `a text that cannot be read (${said.replace(/\.$/, '')})`,
        expected: 'a finding as an exploration wrote it',
        advice: 'Restore it, or delete it.',
      },
    ])
  }
}

function fromJson({ steps, ...mishap }: Mishap): Mishap {
  return {
    ...mishap,
    ...(steps && { steps: parseScenario({ version: 1, steps }).steps ?? [] }),
  }
}

function toJson(scenario: MockNodeOptions): { readonly steps?: unknown } {
  return JSON.parse(formatScenario(scenario))
}

/** Two mishaps may have one label, and a script may not. */
function withoutLabel(step: Step): Step {
  if (step.type !== 'fault') return step
  const { label: _, ...fault } = step.fault
  return { ...step, fault }
}
