/** Long hex by its ends. */
export function short(hex: string): string {
  return hex.length > 34 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex
}

/** By its label, if it has one. */
export function nameOf({
  hash,
  label,
}: {
  readonly hash: string
  readonly label: string | undefined
}): string {
  return label === undefined ? short(hash) : `"${label}"`
}

/** From 0.001 ether on in ether. */
export function amount(wei: bigint): string {
  return wei < 10n ** 15n ? `${wei} wei` : `${decimal(wei, 18)} ether`
}

/** A token, as its amounts are written. */
export type Unit = {
  readonly symbol: string
  readonly decimals: number
}

/**
 * An amount of a token in its unit; one without end is an allowance, and a tiny
 * one would be all noughts.
 */
export function amountIn(of: bigint, { symbol, decimals }: Unit): string {
  if (of === 2n ** 256n - 1n) return `unlimited ${symbol}`
  if (of > 0n && decimals > 6 && of < 10n ** BigInt(decimals - 6))
    return `${of}e-${decimals} ${symbol}`
  return `${decimal(of, decimals)} ${symbol}`
}

function decimal(of: bigint, decimals: number): string {
  const digits = `${of}`.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(whole.length).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

export function count(of: number, what: string): string {
  return `${of} ${what}${of === 1 ? '' : 's'}`
}

/** A method and what it was asked, in a line. */
export function requestText({
  method,
  params,
}: {
  readonly method: string | null
  readonly params: readonly unknown[]
}): string {
  return `${method ?? 'a request that could not be read'}(${params.map((value) => valueText(value)).join(', ')})`
}

/**
 * Plain data in a line, its hex as `hexText` has it.
 *
 * @param known - What is known of a value within; undefined: nothing.
 */
export function valueText(
  value: unknown,
  hexText = short,
  known: (value: unknown) => string | undefined = () => undefined,
): string {
  const inner = (one: unknown) => known(one) ?? valueText(one, hexText, known)
  if (typeof value === 'string')
    return value.startsWith('0x') ? hexText(value) : value
  if (typeof value !== 'object' || value === null) return String(value)
  const text = Array.isArray(value)
    ? `[${value.map(inner).join(', ')}]`
    : `{ ${Object.entries(value)
        .map(([name, one]) => `${name}: ${inner(one)}`)
        .join(', ')} }`
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

/** The state on which an answer rests. */
export function sawText({
  blockNumber,
  isPending,
  transactions,
}: {
  readonly blockNumber: bigint
  readonly isPending: boolean
  readonly transactions: number
}): string {
  const what = isPending ? `pending ${blockNumber}` : `block ${blockNumber}`
  return `${what}, ${transactions} tx${transactions === 1 ? '' : 's'}`
}

/** Nothing is shortened, as any digit may be the one that differs. */
export function fullText(params: readonly unknown[]): string {
  const text = JSON.stringify(params, (_, value) =>
    typeof value === 'bigint' || typeof value?.asymmetricMatch === 'function'
      ? String(value)
      : value,
  )
  return `(${text.slice(1, -1).replaceAll(',', ', ')})`
}

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

/** An act of a test: which step it is, when, and the line that called it. */
export type CalledStep = {
  readonly type: string
  /** ms since the node was created */
  readonly at: number
  /** Such as `pay.test.ts:7`. */
  readonly place: string
}

/** The key of the acts that a test called on a node, in their order. */
export const calledSteps: unique symbol = Symbol.for('preseal.calledSteps')

/** Before the place of an act that a test called, in stories. */
export const calledAt = 'called at '

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

/** The title of a test as the name of a file. */
export function fileName(of: string): string {
  const name = of
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
  return name === '' ? 'test' : name
}
