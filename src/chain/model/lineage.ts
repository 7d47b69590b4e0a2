/**
 * A value and those that came before it, newest first: an immutable history.
 * Every link also jumps far back, so that a search costs the logarithm of the
 * length (Myers, "An applicative random-access stack", 1983).
 */
export type Lineage<value> = {
  readonly value: value
  readonly parent: Lineage<value> | null
  readonly jump: Lineage<value> | null
  readonly depth: number
}

export function append<value>(
  parent: Lineage<value> | null,
  value: value,
): Lineage<value> {
  if (parent === null) return { value, parent, jump: null, depth: 0 }
  const near = parent.jump
  const far = near?.jump ?? null
  const even =
    near !== null &&
    far !== null &&
    parent.depth - near.depth === near.depth - far.depth
  return {
    value,
    parent,
    jump: even ? far : parent,
    depth: parent.depth + 1,
  }
}

/** The same history with another newest value. */
export function replace<value>(
  lineage: Lineage<value>,
  value: value,
): Lineage<value> {
  return append(lineage.parent, value)
}

/**
 * The newest link that `reaches` accepts, which must hold for every link
 * before an accepted one.
 */
export function newest<value>(
  lineage: Lineage<value>,
  reaches: (value: value, depth: number) => boolean,
): Lineage<value> | null {
  let link: Lineage<value> | null = lineage
  while (link !== null && !reaches(link.value, link.depth)) {
    const { jump } = link as Lineage<value>
    link =
      jump !== null && !reaches(jump.value, jump.depth) ? jump : link.parent
  }
  return link
}
