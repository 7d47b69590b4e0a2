import type { PreconfirmParameters } from '../../../index.js'

/** Options of all presets, checked and with every default in place. */
export type ParsedPreset = {
  /** The preset's name. */
  readonly preset: string
  /** Used in place of payments, in turn; never empty. */
  readonly transactions: readonly PreconfirmParameters[]
  /** Whether these are the user's own, and no payments. */
  readonly isOwn: boolean
  /** ms */
  readonly preconfirmationTime: number
  /** ms */
  readonly blockTime: number
  readonly beatsPerBlock: number
}
