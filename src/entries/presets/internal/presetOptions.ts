import type { Address, PreconfirmParameters } from '../../../index.js'

/** Options of all presets: payments and times. */
export type PresetOptions = {
  /** The payer, funded with 1 000 000 ether; default `0x…0a11ce` */
  from?: Address | undefined
  /** The payee; default `0x…0b0b` */
  to?: Address | undefined
  /** wei of each payment; default 1 ether */
  value?: bigint | undefined
  /**
   * Replace the payments, in turn and repeatedly. Absent fields default to
   * `from`, `to` and `value`.
   */
  transactions?: readonly PresetTransaction[] | undefined
  /** ms between two beats; default 200 */
  preconfirmationTime?: number | undefined
  /**
   * ms between two blocks, a whole multiple of `preconfirmationTime`; default
   * 2_000
   */
  blockTime?: number | undefined
}

type PresetTransaction = {
  [name in keyof PreconfirmParameters]?: PreconfirmParameters[name] | undefined
}
