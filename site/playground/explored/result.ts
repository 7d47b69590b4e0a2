/** For how many blocks the page waits. */
export type Confirmations = 1 | 2

/** Which test of a payment is explored. */
export type Asked = {
  readonly client: 'viem' | 'wagmi' | 'ethers'
  readonly confirmations: Confirmations
}

/** How far an exploration is, and which mishap it has just tried. */
export type Progress = {
  readonly tried: number
  readonly of: number
  readonly name: string
}

/** What the chain held and the page said from an instant on. */
export type Moment = {
  /** ms */
  readonly at: number
  /** The number of the latest block, and whether the payment is in it. */
  readonly block: number
  readonly isPaid: boolean
  readonly isReorg: boolean
  readonly page: string
}

/** An exploration of the payment, as plain data. */
export type Result = {
  /** The name of the test. */
  readonly name: string
  readonly offered: number
  /** The mishaps that were tried, by name; empty where one did not fit. */
  readonly tried: readonly string[]
  /** What the failing test prints; null if it passes. */
  readonly printed: string | null
  /** The page that `preseal/reporter` writes of it. */
  readonly page: string | null
  /** The run in which a reorg takes the payment back, moment by moment. */
  readonly moments: readonly Moment[]
  /** When the page says that it is paid if nothing goes wrong, in ms. */
  readonly paidAt: number | null
  /** ms of real time */
  readonly ms: number
}

/** What a worker says: how far it is, and at last what it found. */
export type Said =
  | Progress
  | { readonly result: Result }
  | { readonly error: string }
