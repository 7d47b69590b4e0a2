import { PresealError } from '../../../base/errors/errors.js'

/** As anvil and Hardhat answer where blocks have a base fee, as all do here. */
export function setMinGasPrice(): never {
  throw new PresealError(
    'InvalidParametersError',
    'A minimum gas price is not supported when EIP-1559 is active. Option "header.minBaseFeePerGas" sets the least base fee.',
    { problems: [] },
  )
}
