/**
 * The update fraction of Prague (EIP-7691); blocks of the chain itself have no
 * excess.
 */
const updateFraction = 5_007_716n

/** wei per blob gas (EIP-4844), which grows with the excess by a power of e. */
export function blobBaseFee(excessBlobGas: bigint): bigint {
  let sum = 0n
  let term = updateFraction
  for (let power = 1n; term > 0n; power++) {
    sum += term
    term = (term * excessBlobGas) / (updateFraction * power)
  }
  return sum / updateFraction
}
