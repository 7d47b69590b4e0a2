/** Nothing is shortened, as any digit may be the one that differs. */
export function fullText(params: readonly unknown[]): string {
  const text = JSON.stringify(params, (_, value) =>
    typeof value === 'bigint' || typeof value?.asymmetricMatch === 'function'
      ? String(value)
      : value,
  )
  return `(${text.slice(1, -1).replaceAll(',', ', ')})`
}
