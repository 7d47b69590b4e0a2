import { median, type Samples } from './compete.js'
import type { Goal } from './goal.js'

/** What one group measured, as a table. */
export type Section = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

export type Row = {
  readonly name: string
  /** One a column; null where there is nothing to measure. */
  readonly cells: readonly (Measure | null)[]
  readonly goal?: Goal | undefined
}

export type Measure = {
  readonly value: number
  readonly unit: 'ms' | '/s' | 'bytes' | 'times'
}

export const duration = (samples: Samples | undefined): Measure | null =>
  samples === undefined ? null : { value: median(samples), unit: 'ms' }

export const rate = (samples: Samples | undefined): Measure | null =>
  samples === undefined ? null : { value: 1_000 / median(samples), unit: '/s' }

export const bytes = (value: number): Measure => ({ value, unit: 'bytes' })
