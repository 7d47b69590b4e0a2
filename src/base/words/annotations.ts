/** ABIs and names for the text of stories. */
export type Annotations = {
  /** ABIs to decode calls, logs and errors, at any address */
  readonly abis?: readonly (readonly unknown[])[] | undefined
  /** Names of addresses */
  readonly names?: { readonly [address: string]: string } | undefined
}

/** The key of the contracts that a node was ever given. */
export const givenContracts: unique symbol = Symbol.for(
  'preseal.givenContracts',
)

// By the registry, as entries are bundled apart.
const key: unique symbol = Symbol.for('preseal.annotations')

type Annotated = { [key]?: Annotations }

/** Adds annotations to those of a node, a door or a function. */
export function annotate(what: object, more: Annotations): void {
  const { abis, names } = annotationsOf(what)
  const value: Annotations = {
    abis: [...(abis ?? []), ...(more.abis ?? [])],
    names: { ...names, ...more.names },
  }
  Object.defineProperty(what, key, { value, configurable: true })
}

export function annotationsOf(what: object): Annotations {
  return (what as Annotated)[key] ?? {}
}
