import * as z from 'zod/mini'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import { amounts, type Dialect } from '../../../base/validation/amounts.js'
import * as values from '../../../base/validation/values.js'
import { address } from '../../../base/validation/values.js'
import { object, value } from '../../schema/schema.js'

export type HeaderOptions = {
  /** wei per gas, of the genesis block; default 0n, so that sums stay exact */
  initialBaseFeePerGas?: bigint | undefined
  /** gas; default 60_000_000n */
  gasLimit?: bigint | undefined
  /** The fee recipient; default the zero address */
  miner?: Address | undefined
  /**
   * Receiver of the base fee, such as the vault
   * 0x4200000000000000000000000000000000000019 of OP chains. Default null: it
   * is burnt
   */
  baseFeeRecipient?: Address | null | undefined
  /** At most 32 bytes; default `'0x'` */
  extraData?: Hex | undefined
  /** Default 32 zero bytes */
  mixHash?: Hash | undefined
  /** Default 32 zero bytes */
  parentBeaconBlockRoot?: Hash | undefined
  /** EIP-1559: the base fee changes by at most 1/n per block; default 8 */
  baseFeeMaxChangeDenominator?: number | undefined
  /** EIP-1559: the gas target is the gas limit divided by this; default 2 */
  elasticityMultiplier?: number | undefined
  /** Minimum of the base fee, in wei per gas; default 0n */
  minBaseFeePerGas?: bigint | undefined
}

export function header(dialect: Dialect) {
  const positive = z.optional(value(values.positive))
  const hash = z.optional(value(values.hash))
  const weiPerGas = z.optional(value(amounts[dialect].weiPerGas))
  return object(
    z.strictObject({
      initialBaseFeePerGas: weiPerGas,
      gasLimit: z.optional(value(amounts[dialect].gasLimit)),
      miner: z.optional(value(address)),
      baseFeeRecipient: z.optional(z.nullable(value(address))),
      extraData: z.optional(value(values.extraData)),
      mixHash: hash,
      parentBeaconBlockRoot: hash,
      baseFeeMaxChangeDenominator: positive,
      elasticityMultiplier: positive,
      minBaseFeePerGas: weiPerGas,
    }),
  )
}
