import type { MockNodeOptions, StepNow } from 'preseal'

/** What a click did, right after what was read at that ms. */
export type Act =
  | { readonly at: number; readonly type: 'pay' }
  | {
      readonly at: number
      readonly type: 'mishap'
      /** As its button says it. */
      readonly name: string
      readonly step: StepNow
    }

export type Story = {
  readonly id: string
  readonly title: string
  readonly text: string
  /** What the node starts from. */
  readonly options: () => Omit<MockNodeOptions, 'clock'>
  /** The same in a test. */
  readonly source: { readonly imports: string; readonly code: string }
  /** ms, a whole number of polls */
  readonly until: number
  readonly acts: readonly Act[]
}

/** ms between two reads of an app. */
export const poll = 200
