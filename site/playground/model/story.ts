import type { MockNodeOptions, Step, StepNow } from 'preseal'

/** What a click does between two reads of an app. */
export type Act = {
  /** ms */
  readonly at: number
  /** As its button says it. */
  readonly name: string
  readonly step: StepNow
}

/** Options of a node, and the code that a test has in their place. */
type Source = {
  readonly options: () => Omit<MockNodeOptions, 'clock'>
  readonly imports: string
  /** An expression. */
  readonly code: string
}

export type Story = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source: Source
  /** As the visitor wrote it; absent where it stands in the list. */
  readonly json?: string
  /** ms, a whole number of polls */
  readonly until: number
  readonly acts: readonly Act[]
}

/** ms between two reads of an app. */
export const poll = 200

/** When a click acts that somebody makes at a read: half-way to the next. */
export function afterRead(at: number): number {
  return at + poll / 2
}

/** All that a node needs to play a story. */
export function optionsOf({
  source,
  acts,
}: Story): Omit<MockNodeOptions, 'clock'> {
  const options = source.options()
  if (acts.length === 0) return options
  const added = acts.map(({ at, step }): Step => ({ at, ...step }))
  return { ...options, steps: inTime([...(options.steps ?? []), ...added]) }
}

/** In the order of time, as a node takes them. */
export function inTime<type extends { readonly at: number }>(
  steps: readonly type[],
): type[] {
  return [...steps].sort((one, other) => one.at - other.at)
}
