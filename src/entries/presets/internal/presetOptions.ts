import type { Address, PreconfirmParameters } from '../../../index.js'

/**
 * Options of all presets: the sender of the story's payments, and the times.
 */
export type PresetOptions = {
  /** The payer, which gets 1 000 000 ether; `0x…0a11ce` */
  from?: Address | undefined
  /** The payee; `0x…0b0b` */
  to?: Address | undefined
  /** wei of each payment; 1 ether */
  value?: bigint | undefined
  /**
   * Used in place of the payments, in turn and repeatedly. Fields left out are
   * as in `from`, `to` and `value`.
   */
  transactions?: readonly PresetTransaction[] | undefined
  /** ms between two beats; 200 */
  preconfirmationTime?: number | undefined
  /** ms between two blocks, a whole multiple of the former; 2_000 */
  blockTime?: number | undefined
}

type PresetTransaction = {
  [name in keyof PreconfirmParameters]?: PreconfirmParameters[name] | undefined
}
