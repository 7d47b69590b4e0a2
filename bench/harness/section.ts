import type { Goal } from './goal.js'
import type { Measure } from './measure.js'

/** What one group measured, as a table. */
export type Section = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** Why a group measured nothing, in one line. */
export type Failed = { readonly failed: string }

export type Row = {
  readonly name: string
  /** One a column; null where there is nothing to measure. */
  readonly cells: readonly (Measure | null)[]
  readonly goal?: Goal | undefined
}
