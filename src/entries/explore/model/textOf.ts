/** A look as text, for comparison. */
export function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) =>
      typeof inner === 'bigint'
        ? `${inner}n`
        : inner instanceof Error
          ? `${inner}`
          : inner,
    ) ?? `${value}`
  )
}
