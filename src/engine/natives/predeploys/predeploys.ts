import { l1BlockAddress } from '../../../base/hex/addresses.js'
import type { Address } from '../../../base/hex/hex.js'
import type { Native } from '../../engine.js'
import { gasPriceOracle } from './gasPriceOracle.js'
import { l1Block } from './l1Block.js'
import { weth9 } from './weth9.js'

/** Contracts of OP chains from their genesis on, by address. */
export const predeploys: { readonly [address: Address]: Native } = {
  '0x4200000000000000000000000000000000000006': weth9,
  '0x420000000000000000000000000000000000000f': gasPriceOracle,
  [l1BlockAddress]: l1Block,
}
