/**
 * Whether the shown value is true: equal to the true one, or a text with that
 * number in wei or in coins of `decimals` digits, whose last place may be cut
 * off or rounded.
 */
export function isShown(
  shown: unknown,
  truth: unknown,
  decimals: readonly number[],
): boolean {
  if (shown === truth) return true
  if (typeof shown === 'string' && shown.startsWith('0x')) return false
  const number = numberIn(shown)
  const value = toBigint(truth)
  if (number === undefined || value === undefined)
    return `${shown}` === `${truth}`
  const { digits, places } = number
  return [0, ...decimals].some((unit) => {
    if (places > unit) return false
    const scale = 10n ** BigInt(unit - places)
    const low = digits * scale
    // A whole number is no rounded one: of dust, 0 would be true.
    if (places === 0) return low === value
    return (
      (low <= value && value < low + scale) ||
      (low - scale / 2n <= value && value <= low)
    )
  })
}

/** Whether a look says any value at all. */
export function saysNumber(shown: unknown): boolean {
  return numberIn(shown) !== undefined
}

/** Of a quantity on the wire, too, as a node answers. */
export function toBigint(truth: unknown): bigint | undefined {
  if (typeof truth === 'bigint') return truth
  if (typeof truth === 'string')
    return /^0x(0|[1-9a-f][0-9a-f]{0,31})$/.test(truth)
      ? BigInt(truth)
      : undefined
  return typeof truth === 'number' && Number.isInteger(truth)
    ? BigInt(truth)
    : undefined
}

function numberIn(shown: unknown) {
  const text =
    typeof shown === 'bigint' || typeof shown === 'number'
      ? `${shown}`
      : typeof shown === 'string'
        ? shown
        : ''
  const [, sign, whole, part = ''] =
    text
      .replaceAll(/(?<=\d)[,_'\u202f](?=\d{3})/g, '')
      .match(/(-?)(\d+)(?:\.(\d+))?/) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  return { digits: sign === '-' ? -digits : digits, places: part.length }
}
