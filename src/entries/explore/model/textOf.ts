/** By which two looks are the same. */
export function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) =>
      typeof inner === 'bigint' ? `${inner}n` : inner,
    ) ?? `${value}`
  )
}
