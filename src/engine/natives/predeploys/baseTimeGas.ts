/*
 * Gas of `setTimestampMillisPart` behind its proxy, as base/base has recorded
 * it in `denim_native.rs`: 28,893 gas if 0 stays 0, and 48,805, 31,717 and
 * 26,893 if a part becomes 200, 400 and 0. Between them lie EIP-2929 and
 * EIP-3529 and the bytes of the calldata.
 */
const gasWithoutWrite = 26_693n
const kept = 2_200n
const set = 22_100n
const changed = 5_000n
const refund = 4_800n
/** Gas of a byte that is not 0, beyond that of a zero byte. */
const nonZeroByte = 12n

/** The most that it uses. */
export const mostBaseTimeGas = 48_817n

/** Gas of the deposit that has that part of a second take the place of another. */
export function baseTimeGas(before: bigint, part: bigint): bigint {
  const bytes = part === 0n ? 0n : part < 256n ? 1n : 2n
  const spent = gasWithoutWrite + bytes * nonZeroByte
  if (before === part) return spent + kept
  if (before === 0n) return spent + set
  return part === 0n ? spent + changed - refund : spent + changed
}
