import { median, type Samples } from './compete.js'

export type Measure = {
  readonly value: number
  readonly unit: 'ms' | '/s' | 'bytes' | 'times'
}

export const duration = (samples: Samples | undefined): Measure | null =>
  samples === undefined ? null : { value: median(samples), unit: 'ms' }

export const rate = (samples: Samples | undefined): Measure | null =>
  samples === undefined ? null : { value: 1_000 / median(samples), unit: '/s' }

export const bytes = (value: number): Measure => ({ value, unit: 'bytes' })
