/** A contract of the protocol: its price is paid before it runs. */
export type Precompile = {
  readonly gas: (input: Uint8Array) => number
  /** Undefined when the input is wrong, which consumes all gas. */
  readonly run: (input: Uint8Array) => Uint8Array | undefined
}
